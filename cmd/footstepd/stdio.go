package main

type stdioCmd struct{}
