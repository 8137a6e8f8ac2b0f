package main

import "context"

func runData(context.Context, *campaign) error { return nil }
