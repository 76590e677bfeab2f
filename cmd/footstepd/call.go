package main

type callCmd struct{}
