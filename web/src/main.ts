import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { reloadOnce } from "$lib/server/about.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });

// A part of the page that is no longer there: the server has a newer page.
addEventListener("vite:preloadError", (event) => {
  event.preventDefault();
  reloadOnce("part");
});

// Only with HTTPS, or on this very machine; friends on a local network play without.
if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/sw.js").catch(() => {});
}
