package main

import "context"

func runRenderers(context.Context, *campaign) error { return nil }
