package main

func writeReport(string, string) error { return nil }
