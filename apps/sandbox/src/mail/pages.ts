import { escapeHtml, Html, html } from '../core/html.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import type { Scripts } from '../core/scripts.ts'
import type { Message } from './inbox.ts'

const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'medium', timeStyle: 'medium' })
const time = (iso: string) => html`<time datetime="${iso}">${CLOCK.format(new Date(iso))}</time>`

export const SCRIPT = { provider: 'mail', back: '/sandbox/mail/', apis: ['DATA'], defaultKind: 'error:451' }

const CSS = `
.mails{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:4px}
.mails li+li{border-top:1px solid var(--line)}.mails a{display:grid;gap:0 16px;grid-template-columns:1fr auto;padding:12px 16px;color:inherit;text-decoration:none}
.mails a:hover strong{text-decoration:underline}.mails time{color:var(--muted);font-size:14px}.mails span{grid-column:1/-1;color:var(--muted);font-size:14px}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:4px;background:#fff}
.heads{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:16px 0}.heads dt{color:var(--muted)}.heads dd{margin:0}
@media (max-width:640px){.mails a{grid-template-columns:1fr}}
`

/** `count`: of all messages; `messages`: the newest of them. */
export function listPage(messages: readonly Message[], count: number, to: string, scripts: Scripts): Response {
  const row = (one: Message) =>
    html`<li><a href="/sandbox/mail/${one.id}"><strong>${one.subject === '' ? '（件名なし）' : one.subject}</strong>${time(one.at)}<span>${one.envelope.to.join('、')}</span></a></li>`
  return page({
    title: 'メール',
    css: CSS,
    body: html`<h1>メール</h1>
<p class="lead">お店が送ったメールはどこにも届かず、ここに溜まります。</p>
<form class="row" method="get" action="/sandbox/mail/"><div><label for="to">宛先で絞る</label><input id="to" name="to" type="email" value="${to}"></div><button>絞り込む</button></form>
<h2>届いたメール <span class="small muted">${count}通</span></h2>
${messages.length === 0 ? html`<p class="box muted">${to === '' ? 'まだメールはありません。会員登録や注文をすると届きます。' : html`${to} 宛てのメールはありません。<a href="/sandbox/mail/">すべてのメールを見る</a>`}</p>` : html`<ul class="mails">${messages.map(row)}</ul>`}
${messages.length === 0 ? null : html`<form method="post" action="/sandbox/mail/clear"><p><button class="danger">すべて消す</button></p></form>`}
<h2>失敗を起こす</h2>
<p class="small muted">送信の最後（DATA）で失敗させます。<code>error:451</code> は一時的な失敗、<code>error:550</code> は拒否です。</p>
${scriptForm({ scripts, ...SCRIPT })}`,
  })
}

/** Plain text with its URLs turned into links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"'）」』]+)/)
  return new Html(
    parts.map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>`.markup : escapeHtml(part))).join(''),
  )
}

export function messagePage(one: Message): Response {
  return page({
    title: one.subject === '' ? '（件名なし）' : one.subject,
    css: CSS,
    body: html`<p><a href="/sandbox/mail/">メールの一覧へ</a></p>
<h1>${one.subject === '' ? '（件名なし）' : one.subject}</h1>
<dl class="heads"><dt>差出人</dt><dd>${one.from === '' ? one.envelope.from : one.from}</dd><dt>宛先</dt><dd>${one.envelope.to.join('、')}</dd><dt>日時</dt><dd>${time(one.at)}</dd>
${one.attachments.length === 0 ? null : html`<dt>添付</dt><dd>${one.attachments.map((file) => `${file.filename} ${file.type} ${file.size}B`).join('、')}</dd>`}</dl>
${one.html === '' ? null : html`<h2>HTML</h2><iframe title="メールの本文" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/sandbox/mail/${one.id}/html"></iframe>`}
<h2>テキスト</h2>${one.text === '' ? html`<p class="box muted">テキストの本文がありません。</p>` : html`<pre class="box">${linked(one.text)}</pre>`}
<h2>ヘッダー</h2><pre class="box">${one.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>`,
  })
}

/** The mail's own markup: no script can run, links open in a new tab, and only our page may frame it. */
export function bodyPage(one: Message, publicUrl: string): Response {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' data: ${publicUrl}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ]
  return new Response(`<base target="_blank">${one.html}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
