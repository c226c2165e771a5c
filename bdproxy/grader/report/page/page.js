"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const drill = element("drill");
  const header = JSON.parse(element("header").textContent);
  const STEP = 100;
  let rows = null;
  let pages = null;

  async function lines(id) {
    const packed = atob(element(id).textContent.trim());
    const bytes = Uint8Array.from(packed, (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  function make(tag, options, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(options || {})) made.setAttribute(name, value);
    for (const child of children) if (child !== null && child !== undefined) made.append(child);
    return made;
  }

  const bits = (mask, names) => names.filter((_, at) => mask & (1 << at));

  function read(row) {
    const [log, id, agent, variant, task, attempt, outcome, modes, reached, carrying, claimed, end, calls, seconds] = row;
    return {
      log, id, attempt, calls, seconds, claimed,
      agent: header.agents[agent], variant: header.variants[variant], task: header.tasks[task],
      outcome: header.outcomes[outcome], modes: bits(modes, header.modes),
      reached: bits(reached, header.hazards), carrying: bits(carrying, header.hazards),
      end: end < 0 ? "" : header.ends[end],
    };
  }

  const WHICH = {
    "passed": (run) => run.outcome === "pass",
    "failed": (run) => run.outcome === "fail",
    "not assessable": (run) => run.outcome === "not assessable",
    "claimed": (run) => run.outcome === "fail" && run.claimed === 1,
    "capped": (run) => run.outcome !== "not assessable" && run.end === "call limit",
  };

  function keeps(run, wanted) {
    return (!wanted.agent || run.agent === wanted.agent)
      && (!wanted.variant || run.variant === wanted.variant)
      && (!wanted.which || WHICH[wanted.which](run))
      && (!wanted.fired || (run.outcome !== "not assessable" && run.modes.includes(wanted.fired)))
      && (!wanted.reached || (run.outcome !== "not assessable" && run.reached.includes(wanted.reached)))
      && (!wanted.carrying || (run.outcome !== "not assessable" && run.carrying.includes(wanted.carrying)));
  }

  function described(wanted) {
    const parts = [];
    if (wanted.agent) parts.push(`of ${wanted.agent}`);
    if (wanted.variant) parts.push(`in ${wanted.variant}`);
    if (wanted.which) parts.push({"claimed": "that failed and claim success", "capped": "that ended at the limit of calls"}[wanted.which] || `that are ${wanted.which}`.replace("are passed", "passed").replace("are failed", "failed"));
    if (wanted.fired) parts.push(`in which ${wanted.fired} fired`);
    if (wanted.reached) parts.push(`that met ${wanted.reached}`);
    if (wanted.carrying) parts.push(`with ${wanted.carrying}`);
    return parts.join(" ");
  }

  function table(columns, body) {
    const head = make("tr", {}, ...columns.map((one) => make("th", {scope: "col"}, one)));
    return make("div", {class: "scroll"}, make("table", {}, make("thead", {}, head), body));
  }

  function runLink(run) {
    return make("a", {href: `#run=${run.log}:${run.id}`}, `${run.id}`);
  }

  function list(wanted) {
    const found = rows.filter((run) => keeps(run, wanted));
    const several = header.logs.length > 1;
    const columns = [...(several ? ["log"] : []), "run", "agent", "task", "world", "attempt", "verdict", "failure modes", "calls", "seconds"];
    const body = make("tbody");
    let shown = 0;
    const more = make("button", {type: "button"});
    function show() {
      for (const run of found.slice(shown, shown + STEP)) {
        const marks = run.modes.map((mode) => make("span", {class: "mark"}, mode));
        body.append(make("tr", {},
          ...(several ? [make("td", {}, make("bdi", {}, header.logs[run.log]))] : []),
          make("td", {}, runLink(run)), make("td", {}, make("bdi", {}, run.agent)),
          make("td", {}, make("bdi", {}, run.task)), make("td", {}, run.variant),
          make("td", {}, `${run.attempt}`), make("td", {class: run.outcome}, run.outcome),
          make("td", {}, ...marks), make("td", {}, `${run.calls}`), make("td", {}, `${run.seconds}`)));
      }
      shown = Math.min(shown + STEP, found.length);
      more.hidden = shown >= found.length;
      more.textContent = `show ${Math.min(STEP, found.length - shown)} more of ${found.length}`;
    }
    more.addEventListener("click", show);
    show();
    const all = header.listed === header.runs;
    const count = `${found.length} ${found.length === 1 ? "run" : "runs"} ${described(wanted)}`;
    drill.replaceChildren(make("h3", {}, all ? count : `${count}, of those in this page`));
    if (!all) {
      drill.append(make("p", {class: "warning"},
        `This page lists ${header.listed} of ${header.runs} runs. All of them: `,
        make("code", {}, `bdproxy runs list ${header.logs[0]}`)));
    }
    if (found.length) drill.append(table(columns, body), more);
  }

  function body(name, one) {
    if (!one) return null;
    const cut = one.cut ? ", its beginning" : "";
    return make("div", {}, make("small", {}, `${name}, ${one.size} bytes${cut}`), make("pre", {}, one.text));
  }

  function call(one, page) {
    const remarks = [];
    if (page.faults[one.number]) remarks.push(`a fault was made here: ${page.faults[one.number]}`);
    if (one.world !== undefined) remarks.push(`the world answered ${one.world}`);
    if (one.refused) remarks.push(one.refused);
    if (one.error) remarks.push(one.error);
    if (one.actor) remarks.push(`by the ${one.actor}`);
    const marks = page.findings.filter((finding) => finding.calls.includes(one.number)).map((finding) => make("span", {class: "mark fail"}, finding.name));
    const status = one.status === null ? "no answer" : `${one.status}`;
    return make("details", {},
      make("summary", {}, `${one.number}. ${one.method} `, make("bdi", {}, one.path), ` → ${status}${one.writes ? " (write)" : ""} `, ...marks, remarks.length ? `— ${remarks.join("; ")}` : ""),
      make("p", {class: "note"}, [one.api, one.as ? `as ${one.as}` : null].filter(Boolean).join(", ")),
      body("request", one.request), body("response", one.response));
  }

  function show(log, id) {
    const run = rows.find((one) => one.log === log && one.id === id);
    const page = pages.find((one) => one.log === log && one.id === id);
    const title = run ? `Run ${id}: ${run.task} (${run.variant}), attempt ${run.attempt}, ${run.agent}` : `Run ${id}`;
    const command = make("code", {}, `bdproxy runs show ${header.logs[log]} ${id} --bodies`);
    drill.replaceChildren(make("h3", {}, make("bdi", {}, title)));
    if (run) drill.append(make("p", {}, make("strong", {class: run.outcome}, run.outcome), ` · ended: ${run.end} · ${run.calls} calls · ${run.seconds} s`));
    if (!page) {
      drill.append(make("p", {class: "warning"}, "This run's calls are left out to keep the page small. See them with: ", command));
      return;
    }
    if (page.instruction) drill.append(make("p", {}, make("strong", {}, "asked: "), make("bdi", {}, page.instruction)));
    if (page.answer) drill.append(make("p", {}, make("strong", {}, "answered: "), make("bdi", {}, page.answer)));
    if (page.reason) drill.append(make("p", {}, make("strong", {}, "verdict: "), make("bdi", {}, page.reason)));
    for (const one of page.failed) drill.append(make("p", {class: "note"}, "not met: ", make("bdi", {}, one)));
    for (const one of page.cues) drill.append(make("p", {}, make("strong", {}, `planted (${one.hazard}, ${one.surface}): `), make("bdi", {}, one.text)));
    for (const one of page.findings) drill.append(make("p", {}, make("span", {class: "mark fail"}, one.name), " ", make("bdi", {}, one.words)));
    drill.append(make("h3", {}, "Calls"), ...page.calls.map((one) => call(one, page)));
    if (page.more_calls) drill.append(make("p", {class: "warning"}, `${page.more_calls} further calls are left out. `));
    drill.append(make("p", {class: "note"}, "Bodies are cut; whole ones: ", command));
  }

  async function go() {
    const place = location.hash.slice(1);
    const [name, rest] = [place.split(/[?=]/)[0], place.slice(place.search(/[?=]/) + 1)];
    if (name !== "run" && !(name === "runs" && place.includes("?"))) return;
    if (rows === null) rows = (await lines("rows")).map(read);
    if (name === "runs") {
      const wanted = Object.fromEntries(new URLSearchParams(rest));
      list(wanted);
    } else {
      if (pages === null) pages = await lines("pages");
      const [log, id] = rest.split(":").map(Number);
      show(log, id);
    }
    element("runs").scrollIntoView();
  }

  addEventListener("hashchange", go);
  addEventListener("beforeprint", () => document.querySelectorAll("main details").forEach((one) => { one.open = true; }));
  go();
})();
