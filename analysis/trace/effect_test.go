package trace

import (
	"slices"
	"testing"
)

// Judged by reading the names, as a person does who knows the tools.
func TestEffectOf(t *testing.T) {
	for effect, tools := range map[Effect][]string{
		Writes: {"book_reservation", "cancel_pending_order", "update_reservation_flights", "send_certificate", "modify_user_address", "return_delivered_order_items", "exchange_delivered_order_items",
			"createIssue", "gmail_send_message", "notion-update-page", "write_file", "insert_order_list", "transfer_funds", "post_message", "edit_block"},
		Reads: {"get_order_details", "list_orders", "search_direct_flight", "calculate", "think", "order_status", "exchange_rate", "transfer_to_human_agents", "calendar-list-events",
			"readFile", "find_user_id_by_email", "return_policy_info", "GetUserList", "check_availability"},
		EffectUnknown: {"bash", "execute", "open_page", "order", "", "finish", "reservation", "browser_navigate"},
	} {
		for _, tool := range tools {
			if got := EffectOf(tool); got != effect {
				t.Errorf("%s: %v, want %v", tool, got, effect)
			}
		}
	}
}

func TestNameWords(t *testing.T) {
	for name, want := range map[string][]string{
		"updateOrder_items": {"update", "order", "items"}, "GETUser": {"getuser"}, "a-b::C": {"a", "b", "c"}, "": nil, "get2ndItem": {"get2nd", "item"},
	} {
		if got := NameWords(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
