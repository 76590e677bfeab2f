package main

type httpCmd struct{}
