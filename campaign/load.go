package main

import "context"

func runLoad(context.Context, *campaign) error { return nil }
