package analytics

// wire is a message of any type as sent. spec/fixtures/client-calls.json defines the message of
// each call.
type wire struct {
	Type         string                 `json:"type"`
	UserId       string                 `json:"userId,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	PreviousId   string                 `json:"previousId,omitempty"`
	GroupId      string                 `json:"groupId,omitempty"`
	Event        string                 `json:"event,omitempty"`
	Category     string                 `json:"category,omitempty"`
	Name         string                 `json:"name,omitempty"`
	Traits       map[string]interface{} `json:"traits,omitempty"`
	Properties   map[string]interface{} `json:"properties,omitempty"`
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	MessageId    string                 `json:"messageId"`
	Timestamp    string                 `json:"timestamp"`
}

// message is one of the exported message structs.
type message interface {
	check() error
	wire() wire
}

func (m *Identify) wire() wire {
	return wire{
		Type:         "identify",
		UserId:       m.UserId,
		AnonymousId:  m.AnonymousId,
		Traits:       m.Traits,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func (m *Track) wire() wire {
	return wire{
		Type:         "track",
		UserId:       m.UserId,
		AnonymousId:  m.AnonymousId,
		Event:        m.Event,
		Properties:   m.Properties,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func (m *Page) wire() wire {
	return wire{
		Type:         "page",
		UserId:       m.UserId,
		AnonymousId:  m.AnonymousId,
		Category:     m.Category,
		Name:         m.Name,
		Properties:   m.Traits,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func (m *Screen) wire() wire {
	return wire{
		Type:         "screen",
		UserId:       m.UserId,
		AnonymousId:  m.AnonymousId,
		Category:     m.Category,
		Name:         m.Name,
		Properties:   m.Properties,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func (m *Group) wire() wire {
	return wire{
		Type:         "group",
		UserId:       m.UserId,
		AnonymousId:  m.AnonymousId,
		GroupId:      m.GroupId,
		Traits:       m.Traits,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func (m *Alias) wire() wire {
	return wire{
		Type:         "alias",
		UserId:       m.UserId,
		PreviousId:   m.PreviousId,
		Context:      m.Context,
		Integrations: m.Integrations,
		MessageId:    m.MessageId,
		Timestamp:    either(m.Timestamp, m.Message.Timestamp),
	}
}

func either(first, second string) string {
	if first != "" {
		return first
	}
	return second
}
