package analytics

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"testing"
)

// fixture is one case of spec/fixtures/client-calls.json.
type fixture struct {
	Name string `json:"name"`
	Call struct {
		Type, UserId, AnonymousId, PreviousId, GroupId string
		Event, Category, Name, MessageId, Timestamp    string
		Traits, Properties, Context, Integrations      map[string]interface{}
	} `json:"call"`
	Message map[string]interface{} `json:"message"`
}

func readFixtures(t *testing.T) []fixture {
	text, err := os.ReadFile("../../spec/fixtures/client-calls.json")
	must(t, err)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	var fixtures []fixture
	must(t, decoder.Decode(&fixtures))
	return fixtures
}

// make makes the call.
func (f fixture) make(client *Client) error {
	c, m := f.Call, Message{MessageId: f.Call.MessageId}
	switch c.Type {
	case "identify":
		return client.Identify(&Identify{
			c.Context, c.Integrations, c.Traits, c.AnonymousId, c.UserId, c.Timestamp, m})
	case "track":
		return client.Track(&Track{
			c.Context, c.Integrations, c.Properties, c.AnonymousId, c.UserId, c.Event,
			c.Timestamp, m})
	case "page":
		return client.Page(&Page{
			c.Context, c.Integrations, c.Properties, c.AnonymousId, c.UserId, c.Category, c.Name,
			c.Timestamp, m})
	case "screen":
		return client.Screen(&Screen{
			c.Context, c.Integrations, c.Properties, c.AnonymousId, c.UserId, c.Category, c.Name,
			c.Timestamp, m})
	case "group":
		return client.Group(&Group{
			c.Context, c.Integrations, c.Traits, c.AnonymousId, c.UserId, c.GroupId,
			c.Timestamp, m})
	}
	return client.Alias(&Alias{
		c.Context, c.Integrations, c.PreviousId, c.UserId, c.Timestamp, m})
}

var uuid4 = regexp.MustCompile(
	`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// symbols replaces generated values with the placeholders of the fixtures.
func symbols(message, want map[string]interface{}) {
	for key, wanted := range want {
		value, _ := message[key].(string)
		switch {
		case wanted == "<uuid>" && uuid4.MatchString(value):
			message[key] = wanted
		case wanted == "<now>" && value == "2026-01-31T12:00:00.000Z":
			message[key] = wanted
		}
	}
}

func TestFixtures(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	c.FlushAt = 1
	for _, f := range readFixtures(t) {
		must(t, f.make(c))
		r := s.request(t)
		got := r.messages[0]
		symbols(got, f.Message)
		if !reflect.DeepEqual(got, f.Message) {
			t.Errorf("%s:\n got %v\nwant %v", f.Name, got, f.Message)
		}
		library := map[string]interface{}{"name": "postrider-go", "version": "1.0.0"}
		if !reflect.DeepEqual(r.context, map[string]interface{}{"library": library}) {
			t.Errorf("%s: context %v", f.Name, r.context)
		}
	}
	must(t, c.Close())
}
