package analytics

// Message has what the calls of every kind share. Programs written for the original library set the
// time and the id of a message here; the field Timestamp of the message itself goes before the one
// in here.
//
// The library decides Type and SentAt itself and does not look at them.
type Message struct {
	Type      string `json:"type,omitempty"`
	MessageId string `json:"messageId,omitempty"`
	Timestamp string `json:"timestamp,omitempty"`
	SentAt    string `json:"sentAt,omitempty"`
}

// Identify ties a user to traits. It needs a UserId or an AnonymousId.
type Identify struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Traits       map[string]interface{} `json:"traits,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Track records what a user did. It needs an Event, and a UserId or an AnonymousId.
type Track struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Properties   map[string]interface{} `json:"properties,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	Event        string                 `json:"event"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Page records that a user saw a page of a website. It needs a UserId or an AnonymousId.
type Page struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	// Traits are the properties of the page: url, title, referrer, path, and any other.
	Traits      map[string]interface{} `json:"properties,omitempty"`
	AnonymousId string                 `json:"anonymousId,omitempty"`
	UserId      string                 `json:"userId,omitempty"`
	Category    string                 `json:"category,omitempty"`
	Name        string                 `json:"name,omitempty"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Screen records that a user saw a screen of an app. It needs a UserId or an AnonymousId.
type Screen struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Properties   map[string]interface{} `json:"properties,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	Category     string                 `json:"category,omitempty"`
	Name         string                 `json:"name,omitempty"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Group puts a user into a group, such as a company or a team. It needs a GroupId, and a UserId or
// an AnonymousId.
type Group struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	Traits       map[string]interface{} `json:"traits,omitempty"`
	AnonymousId  string                 `json:"anonymousId,omitempty"`
	UserId       string                 `json:"userId,omitempty"`
	GroupId      string                 `json:"groupId"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Alias says that two ids are one person. It needs both.
type Alias struct {
	Context      map[string]interface{} `json:"context,omitempty"`
	Integrations map[string]interface{} `json:"integrations,omitempty"`
	PreviousId   string                 `json:"previousId"`
	UserId       string                 `json:"userId"`
	// Timestamp says when it happened, in ISO 8601, for history; leave it empty for what
	// happens now.
	Timestamp string `json:"timestamp,omitempty"`
	Message
}

// Batch is the body of a request. The library writes bodies without it; it is here for programs
// that read or write them with the original's type.
type Batch struct {
	Context  map[string]interface{} `json:"context,omitempty"`
	Messages []interface{}          `json:"batch"`
	Message
}
