/// Files of the task: the command for the participant's own machine, and the upload of a zip file.

/// The upload of a zip file. `id` is that of the chosen file; a repeated upload of the same file has
/// the same `id`. `file` is the file that is being sent, and `hasNext` is true if the chosen file is
/// to be sent after it.
const upload = { id: undefined, file: undefined, hasNext: false };

/// Tells the session which zip file is being sent; null if none is.
function announce(id) {
  talk("/zip", { body: { id, workspace: now.view.prepared } })
    .catch(() => { /* The upload fails too, or "done" names the file. */ });
}

/// Forgets the chosen zip file, because it was received or because another task has begun.
function forgetZip() {
  $("zip").value = "";
  [upload.id, upload.hasNext] = [undefined, false];
}

function sayFiles(text, isBad) {
  $("filesNotice").className = isBad ? "notice bad" : "notice";
  put("filesNotice", text);
}

/// Shows why "done" was not sent.
function showFilesNotice() {
  $("files").open = true;
  $("zip").focus();
  $("filesNotice").scrollIntoView({ block: "nearest" });
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

/// Sends the chosen zip file, if there is one.
///
/// - Returns: the id of the file that a check must wait for; undefined if there is none; null if
///   the chosen file is too large to be sent.
function sendChosen() {
  const file = $("zip").files[0];
  if (!file) return undefined;
  // A proxy refuses a larger request without saying why.
  if (file.size > 20000000) {
    sayFiles(word("page.zipTooLarge"), true);
    return null;
  }
  upload.id ??= unique();
  announce(upload.id);
  if (upload.file) upload.hasNext = upload.file !== file;
  else startSending(file);
  return upload.id;
}

function startSending(file) {
  upload.file = file;
  sendFile(file).finally(() => {
    const { hasNext } = upload;
    [upload.file, upload.hasNext] = [undefined, false];
    if (hasNext && now.view) sendChosen();
  });
}

async function sendFile(file) {
  const query = new URLSearchParams({ id: upload.id, workspace: now.view.prepared ?? "" });
  sayFiles(word("page.sending"));
  let body;
  // Browsers refuse to read a file that has changed since it was chosen.
  try { body = await file.arrayBuffer(); } catch {
    // Another file may have been chosen meanwhile.
    if ($("zip").files[0] === file) {
      forgetZip();
      announce(null);
    }
    return sayFiles(word("page.zipChanged"), true);
  }
  try {
    const { files } = await talk(`/workspace?${query}`,
      { body, type: "application/zip", seconds: 300 });
    // Another file may have been chosen meanwhile.
    if ($("zip").files[0] === file) forgetZip();
    sayFiles(word("page.sent", files));
  } catch (error) { sayFiles(error.status ? error.message : word("page.notSent"), true); }
}

$("upload").addEventListener("click", () => {
  if ($("zip").files.length) sendChosen();
  else sayFiles(word("page.noZip"), true);
});

$("zip").addEventListener("change", () => {
  upload.id = undefined;
  if (!$("zip").files.length) announce(null);
});
