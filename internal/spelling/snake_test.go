package spelling

import "testing"

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"instanceId": "instance_Id", "runID": "run_ID", "task_id": "task_id", "ID": "ID", "Task": "Task", "": "", "durationMs": "duration_Ms", "top5Score": "top5_Score"} {
		if got := Snake(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
