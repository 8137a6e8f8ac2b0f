package main

import "context"

func runKill(context.Context, *campaign) error { return nil }
