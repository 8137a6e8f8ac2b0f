package uploads

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/health"
	"strand/internal/telemetry"
)

const (
	// connectTimeout limits the first requests to a bucket.
	connectTimeout = 8 * time.Second
	// answerTimeout limits the wait for an answer of the bucket after a request was sent.
	answerTimeout = 30 * time.Second
	// attempts is how often a request is sent until one succeeds.
	attempts = 3
	// defaultRegion is the region of services that have none.
	defaultRegion = "us-east-1"
)

// Bucket is a bucket of a service with the protocol of Amazon S3. It is safe for concurrent use.
type Bucket struct {
	client *s3.Client
	name   string
	// prefix precedes the names of all objects; it is empty or ends in a slash.
	prefix string
}

// bucketAddress is what a URL says of a bucket.
type bucketAddress struct {
	endpoint, name, prefix, region string
	key, secret                    string
}

// parseBucket reads a URL such as https://key:secret@s3.example.com/bucket/prefix?region=eu-central-1. Errors do not
// contain it.
func parseBucket(address string) (b bucketAddress, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return b, errors.New("this is not a URL; in key and secret, / is written %2F, and + is written %2B")
	}
	b.name, b.prefix, _ = strings.Cut(strings.Trim(u.Path, "/"), "/")
	b.key, b.region = u.User.Username(), u.Query().Get("region")
	b.secret, _ = u.User.Password()
	switch {
	case u.Scheme != "https" && u.Scheme != "http":
		return b, errors.New("the URL must begin with https:// or http://")
	case u.Host == "" || b.name == "":
		return b, errors.New("the URL must name a host and a bucket: https://key:secret@host/bucket")
	case b.key == "" || b.secret == "":
		return b, errors.New("the URL must contain the access key and its secret: https://key:secret@host/bucket")
	}
	if b.prefix != "" {
		b.prefix += "/"
	}
	if b.region == "" {
		b.region = defaultRegion
	}
	b.endpoint = u.Scheme + "://" + u.Host
	return b, nil
}

// BucketName returns the URL of a bucket without key and secret; empty for an empty URL.
func BucketName(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return "not a URL"
	}
	u.User = nil
	return u.String()
}

// OpenBucket opens the bucket of a URL such as https://key:secret@s3.example.com/bucket/prefix?region=eu-central-1 and
// checks that files can be written, read, listed and deleted. Errors do not contain the secret.
func OpenBucket(ctx context.Context, address string) (*Bucket, error) {
	a, err := parseBucket(address)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = answerTimeout
	transport.MaxIdleConnsPerHost = 16
	b := &Bucket{name: a.name, prefix: a.prefix, client: s3.New(s3.Options{
		BaseEndpoint: aws.String(a.endpoint),
		Region:       a.region,
		Credentials:  credentials.NewStaticCredentialsProvider(a.key, a.secret, ""),
		// The path names the bucket, since not every service has a host name for each of them.
		UsePathStyle: true,
		HTTPClient:   &http.Client{Transport: transport},
		Retryer:      retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = attempts }),
		// Not every service knows the checksums that are newer than the signature of the content.
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
		APIOptions:                 []func(*middleware.Stack) error{traceWith(a)},
	})}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := b.check(ctx); err != nil {
		return nil, fmt.Errorf("%s at %s: %w", b.name, a.endpoint, reason(ctx, err))
	}
	return b, nil
}

// traceWith returns an option of the client that gives each call a span, by the conventions for AWS. The names of
// objects are left out, since they give access to what they name.
func traceWith(a bucketAddress) func(*middleware.Stack) error {
	peer := []attribute.KeyValue{semconv.RPCSystemNameKey.String("aws-api"), semconv.AWSS3Bucket(a.name)}
	if u, err := url.Parse(a.endpoint); err == nil {
		peer = append(peer, semconv.ServerAddress(u.Hostname()))
	}
	peer = slices.Clip(peer)
	return func(stack *middleware.Stack) error {
		return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("Trace", func(
			ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler,
		) (out middleware.InitializeOutput, metadata middleware.Metadata, err error) {
			if !telemetry.IsTraced(ctx) {
				return next.HandleInitialize(ctx, in)
			}
			method := "S3/" + middleware.GetOperationName(ctx)
			ctx, span := telemetry.StartSpan(
				ctx, trace.SpanKindClient, method, append(peer, semconv.RPCMethod(method))...,
			)
			out, metadata, err = next.HandleInitialize(ctx, in)
			telemetry.EndSpan(span, err)
			return out, metadata, err
		}), middleware.Before)
	}
}

// check writes an object, reads and lists it, and deletes it.
func (b *Bucket) check(ctx context.Context) error {
	name, key := aws.String(b.name), aws.String(b.prefix+"check-"+rand.Text())
	body := bytes.NewReader([]byte("check"))
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: name, Key: key, Body: body})
	if err != nil {
		return err
	}
	if got, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: name, Key: key}); err != nil {
		return err
	} else if err := got.Body.Close(); err != nil {
		return err
	}
	if _, err := b.client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: name, Prefix: key}); err != nil {
		return err
	}
	_, err = b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: name, Key: key})
	return err
}

// Health writes and deletes an object.
func (b *Bucket) Health(ctx context.Context) health.State {
	name, key := aws.String(b.name), aws.String(b.prefix+"check-"+rand.Text())
	body := bytes.NewReader([]byte("check"))
	_, err := b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: name, Key: key, Body: body})
	if err == nil {
		_, err = b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: name, Key: key})
	}
	var refusal smithy.APIError
	switch {
	case err == nil:
		return health.State{Status: health.Up}
	case errors.As(err, &refusal):
		return health.State{Status: health.Down, Reason: "the bucket refuses to be written: " + refusal.ErrorCode()}
	}
	return health.State{Status: health.Down, Reason: "the bucket does not answer"}
}

// reason returns an error of the bucket without the details of the protocol.
func reason(ctx context.Context, err error) error {
	var refusal smithy.APIError
	var network *url.Error
	switch {
	case errors.As(err, &refusal):
		return fmt.Errorf("%s: %s", refusal.ErrorCode(), strings.TrimSpace(refusal.ErrorMessage()))
	case ctx.Err() != nil:
		return errors.New("no answer in time")
	case errors.As(err, &network):
		return network.Err
	}
	return err
}
