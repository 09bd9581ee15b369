package analytics

import "testing"

func TestCalls_rejectInvalidMessages(t *testing.T) {
	const identity = "You must pass either an 'anonymousId' or 'userId'."
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	for name, check := range map[string]struct {
		err  error
		want string
	}{
		"identify nobody":       {c.Identify(&Identify{}), identity},
		"track without event":   {c.Track(&Track{}), "You must pass 'event'."},
		"track nobody":          {c.Track(&Track{Event: "e"}), identity},
		"page nobody":           {c.Page(&Page{Name: "p"}), identity},
		"screen nobody":         {c.Screen(&Screen{Name: "s"}), identity},
		"group without group":   {c.Group(&Group{}), "You must pass a 'groupId'."},
		"group nobody":          {c.Group(&Group{GroupId: "g"}), identity},
		"alias nobody":          {c.Alias(&Alias{}), "You must pass a 'userId'."},
		"alias without another": {c.Alias(&Alias{UserId: "u"}), "You must pass a 'previousId'."},
		"identify nil":          {c.Identify(nil), "analytics: the message is nil"},
		"track nil":             {c.Track(nil), "analytics: the message is nil"},
		"page nil":              {c.Page(nil), "analytics: the message is nil"},
		"screen nil":            {c.Screen(nil), "analytics: the message is nil"},
		"group nil":             {c.Group(nil), "analytics: the message is nil"},
		"alias nil":             {c.Alias(nil), "analytics: the message is nil"},
	} {
		if check.err == nil || check.err.Error() != check.want {
			t.Errorf("%s: %v, want %s", name, check.err, check.want)
		}
	}
	must(t, c.Close())
	s.none(t)
}

func TestCalls_acceptEitherId(t *testing.T) {
	s := newFakeService(t)
	c, _ := newTestClient(t, s)
	must(t, c.Identify(&Identify{AnonymousId: "a"}))
	must(t, c.Identify(&Identify{UserId: "u"}))
	must(t, c.Track(&Track{Event: "e", AnonymousId: "a"}))
	must(t, c.Page(&Page{AnonymousId: "a"}))
	must(t, c.Screen(&Screen{AnonymousId: "a"}))
	must(t, c.Group(&Group{GroupId: "g", AnonymousId: "a"}))
	must(t, c.Close())
	if got := len(s.request(t).messages); got != 6 {
		t.Fatalf("%d messages", got)
	}
}

func TestCalls_withoutWriteKey(t *testing.T) {
	for _, c := range []*Client{New(""), {}} {
		if err := c.Track(track("1")); err != errNoWriteKey {
			t.Errorf("Track: %v", err)
		}
		must(t, c.Close())
	}
}

func TestTimestamps_impossible(t *testing.T) {
	c, _ := newTestClient(t, newFakeService(t))
	for timestamp, fine := range map[string]bool{
		"2009-11-10T23:00:00.123Z":  true,
		"2009-11-10 23:00:00+01:00": true,
		"2009-11-10t23:00:00,5z":    true,
		"20091110T230000-0330":      true,
		"2009-W05-6":                true,
		"2009":                      true,
		"2009-13-45":                true, // the service rejects it
		"yesterday":                 false,
		"209":                       false,
		" 2009-11-10":               false,
		"-2009-11-10":               false,
		"10/11/2009":                false,
		"2009/11/10":                false,
		"2009-11-10T23:00:00 PST":   false,
		"Tue, 10 Nov 2009":          false,
		"2009-11-10\n":              false,
		"２００９-11-10":                false,
	} {
		err := c.Track(&Track{UserId: "u", Event: "e", Timestamp: timestamp})
		if (err == nil) != fine || (!fine && err != errNoTime) {
			t.Errorf("%q: %v", timestamp, err)
		}
	}
	must(t, c.Close())
}
