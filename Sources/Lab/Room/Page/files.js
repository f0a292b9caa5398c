/// Files of the task: the command for the participant's own machine, and the upload of a zip file.

/// The upload of a zip file that has begun and that the session has not received: its id and the
/// name of the task's workspace. All tabs know it, also after a reload that ended the upload.
const upload = {
  key: "room.upload", isSending: false,

  /// Returns the id; undefined if there is no such upload of the current task.
  id() {
    try {
      const { id, workspace } = JSON.parse(storage.getItem(this.key));
      return workspace === now.view.prepared ? id : undefined;
    } catch { return undefined; }
  },

  begin() {
    const id = this.id() ?? unique();
    storage.setItem(this.key, JSON.stringify({ id, workspace: now.view.prepared }));
    return id;
  },

  end() { storage.removeItem(this.key); },
};

/// Sends the chosen zip file, if there is one, together with "done".
///
/// - Returns: the id of the upload that the check must wait for; undefined if there is none.
function sendWithDone() {
  sendChosen();
  return upload.id();
}

function sayFiles(text, isBad) {
  $("filesNotice").className = isBad ? "notice bad" : "notice";
  put("filesNotice", text);
}

$("join").addEventListener("click", async () => {
  try {
    const { command } = await talk("/machine-link", { body: {} });
    put("command", command);
    show("joinCommand", true);
    $("command").focus();
    sayFiles("");
  } catch (error) { sayFiles(error.status ? error.message : word("page.noAnswer"), true); }
});

$("copy").addEventListener("click", async () => sayFiles(await copied("command")));

function sendChosen() {
  const file = $("zip").files[0];
  if (!file || upload.isSending) return;
  upload.isSending = true;
  sendFile(file, upload.begin()).finally(() => { upload.isSending = false; });
}

async function sendFile(file, id) {
  const query = new URLSearchParams({ id, workspace: now.view.prepared ?? "" });
  // A proxy refuses a larger request without saying why.
  if (file.size > 20000000) return sayFiles(word("page.zipTooLarge"), true);
  sayFiles(word("page.sending"));
  let body;
  // Browsers refuse to read a file that has changed since it was chosen.
  try { body = await file.arrayBuffer(); } catch {
    $("zip").value = "";
    return sayFiles(word("page.zipChanged"), true);
  }
  try {
    const { files } = await talk(`/workspace?${query}`,
      { body, type: "application/zip", seconds: 300 });
    upload.end();
    sayFiles(word("page.sent", files));
    $("zip").value = "";
  } catch (error) { sayFiles(error.status ? error.message : word("page.notSent"), true); }
}

$("upload").addEventListener("click", () => {
  if ($("zip").files.length) sendChosen();
  else sayFiles(word("page.noZip"), true);
});

// The participant has taken back the choice of a file.
$("zip").addEventListener("change", () => { if (!$("zip").files.length) upload.end(); });
