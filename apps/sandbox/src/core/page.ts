import { randomBytes } from 'node:crypto'
import { Html, html } from './html.ts'
import { BASE_CSS } from './style.ts'

export type Page = {
  title: string
  body: Html
  /** More rules for this page. */
  css?: string
  /** A script of this page; it may only talk to our own origin. */
  script?: string
  status?: number
  /** Where forms of this page may lead besides our own origin. */
  formTargets?: readonly string[]
  /** Treated by the browser as a page of another site, as a bank's page is. */
  foreign?: boolean
  plain?: boolean
}

const NAV: readonly (readonly [path: string, label: string])[] = [
  ['/sandbox/', '案内'],
  ['/sandbox/gmo/', 'カード'],
  ['/sandbox/np/', 'NP後払い'],
  ['/sandbox/gmo-deferred/', '後払い'],
  ['/sandbox/amazon/', 'Amazon Pay'],
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

/** A whole page with its own content security policy: no script or style runs without the nonce of this very answer. */
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
