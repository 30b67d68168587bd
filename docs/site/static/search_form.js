// The server's content security policy lets no form be sent, so the search opens its page as a link does.
document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  const asked = new URLSearchParams(new FormData(form));
  location.href = `${form.action}?${asked}`;
});
