import { randomBytes } from 'node:crypto'
import { Html, html } from './html.ts'

export type Page = {
  title: string
  body: Html
  /** Additional CSS for this page. */
  css?: string
  /** The page's script; it may connect only to our own origin. */
  script?: string
  status?: number
  /** Additional origins to which forms of this page may post. */
  formTargets?: readonly string[]
  /** Makes the browser treat it as another site's page, as a bank's page is. */
  foreign?: boolean
  plain?: boolean
}

const NAV: readonly (readonly [path: string, label: string])[] = [
  ['/sandbox/', '案内'],
  ['/sandbox/gmo/', 'カード'],
  ['/sandbox/np/', 'NP後払い'],
  ['/sandbox/gmo-deferred/', '後払い'],
  ['/sandbox/amazon/', 'Amazon Pay'],
  ['/sandbox/paypay/', 'PayPay'],
  ['/sandbox/paidy/', 'ペイディ'],
  ['/sandbox/gmo-openapi/', 'Pay払い'],
  ['/sandbox/mail/', 'メール'],
  ['/sandbox/line/', 'LINE'],
  ['/sandbox/carriers/', '配送会社'],
]

function policy(page: Page, nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    page.script === undefined ? "script-src 'none'" : `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.foreign === true ? ['sandbox allow-forms allow-scripts'] : []),
  ].join('; ')
}

/** A complete page with its own content security policy: no script or style runs without this response's nonce. */
export function page(page: Page): Response {
  const nonce = randomBytes(16).toString('base64')
  const document = html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Html(BASE_CSS + (page.css ?? ''))}</style>
</head>
<body>
${
  page.plain === true
    ? null
    : html`<header class="top"><div class="wide"><p class="brand">サンドボックス<span>開発用の代役</span></p>
<nav aria-label="サンドボックス">${NAV.map(([path, label]) => html`<a href="${path}">${label}</a>`)}</nav></div></header>`
}
<main class="${page.plain === true ? 'narrow' : 'wide'}">
${page.body}
</main>
${page.script === undefined ? null : html`<script nonce="${nonce}">${new Html(page.script)}</script>`}
</body>
</html>`
  return new Response(document.markup, {
    status: page.status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(page, nonce),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** The shop's colours, so that the simulators match it; a bank's page sets its own. */
const BASE_CSS = `
:root{--ground:#FBFAF7;--surface:#fff;--ink:#23211E;--muted:#6B675F;--line:#E4DFD6;--accent:#A4303F;--leaf:#2F5D50;--danger:#B3261E;--brass:#B59A6A;
--mincho:"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP",serif;--gothic:"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",sans-serif}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.8 var(--gothic);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
.wide{max-width:1120px;margin:0 auto;padding:0 16px}.narrow{max-width:440px;margin:0 auto;padding:16px}
.top{border-bottom:1px solid var(--line);background:var(--surface)}
.top .wide{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 24px}
.brand{margin:8px 0;font-family:var(--mincho);letter-spacing:.04em}.brand span{margin-left:12px;font:12px var(--gothic);color:var(--muted);letter-spacing:0}
nav{display:flex;flex-wrap:wrap;gap:0 4px;margin:0 -12px}nav a{display:inline-flex;white-space:nowrap;align-items:center;min-height:44px;padding:0 12px;text-decoration:none;color:var(--ink)}nav a:hover{text-decoration:underline}
main{padding-bottom:64px}
h1,h2,h3{font-family:var(--mincho);font-weight:600;letter-spacing:.04em;line-height:1.5;font-feature-settings:"palt"}
h1{font-size:26px;margin:32px 0 8px}h2{font-size:20px;margin:48px 0 12px;padding-bottom:8px;border-bottom:1px solid var(--line)}h3{font-size:16px;margin:24px 0 4px}
p{margin:8px 0}.lead,.muted{color:var(--muted)}.small{font-size:14px}
a{color:var(--leaf)}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:2px solid var(--leaf);outline-offset:2px}
code,.num{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.92em;font-variant-numeric:tabular-nums}
.box{background:var(--surface);border:1px solid var(--line);border-radius:4px;padding:16px}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(260px,1fr))}.grid .box>*:first-child{margin-top:0}
.box>:first-child{margin-top:0}.box>:last-child{margin-bottom:0}
.scroll{position:relative;overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:4px}
table{border-collapse:collapse;width:100%;font-size:14px}th,td{padding:10px 12px;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--muted);font-weight:400;white-space:nowrap}td.num,th.num{white-space:nowrap}td.right{text-align:right}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 16px;border:1px solid var(--line);border-radius:4px;background:var(--surface);color:var(--ink);font:inherit;font-size:15px;text-decoration:none;cursor:pointer}
button:hover{border-color:var(--muted)}button.main{background:var(--leaf);border-color:var(--leaf);color:#fff}button.danger{color:var(--danger)}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:end}label{display:block;font-size:14px;color:var(--muted)}
input,select{min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:4px;background:var(--surface);color:var(--ink);font:inherit;font-size:16px;max-width:100%}
.state{display:inline-block;padding:0 8px;border:1px solid var(--line);border-radius:4px;font-size:13px;white-space:nowrap}.state.good{color:var(--leaf);border-color:var(--leaf)}.state.bad{color:var(--danger);border-color:var(--danger)}
details{border-top:1px solid var(--line)}details:first-child{border-top:0}summary{padding:10px 12px;cursor:pointer;min-height:44px}
pre{margin:0;padding:12px;overflow-x:auto;font-size:13px;line-height:1.6;white-space:pre-wrap;background:var(--ground)}
ul.links{list-style:none;margin:8px 0 0;padding:0}ul.links a{display:inline-flex;min-height:44px;align-items:center}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:640px){
table.stack,table.stack tbody{display:block}table.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.stack tr{display:block;padding:8px 0;border-top:1px solid var(--line)}table.stack tbody tr:first-child{border-top:0}table.stack td{display:block;border:0;padding:2px 12px}table.stack td.right{text-align:left}
table.pair tbody tr{display:grid;grid-template-columns:1fr auto}table.pair td:nth-child(n+3){grid-column:1/-1}
}
`
