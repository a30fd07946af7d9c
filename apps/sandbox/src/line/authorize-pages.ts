import { type Html, html } from '../core/html.ts'
import { page } from '../core/page.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import type { Line } from './line.ts'
import type { LineUser } from './users.ts'

export const CONSENT = '/sandbox/line/access/consent'

const SCOPES: Record<string, string> = {
  profile: 'プロフィール情報（表示名）',
  openid: 'あなたを識別する番号',
  email: 'メールアドレス',
}

export const person = (user: LineUser, chosen: boolean): Html =>
  html`<label class="person"><input type="radio" name="user" value="${user.id}" required${chosen ? html` checked` : null}>
<span>${user.name}<small>${user.note}</small></span></label>`

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

const frame = (title: string, body: Html, formTargets: string[] = [], status = 200) =>
  page({
    title,
    plain: true,
    css: LINE_CSS,
    status,
    formTargets,
    body: html`<div class="app"><header>LINE<span class="visually-hidden">（サンドボックス）</span></header><section>${body}</section></div>`,
  })

/** Selects the user who logs in, and the data that the shop may read. */
export function consentPage(line: Line, request: AuthorizeRequest): Response {
  const body = html`<h1>ログイン</h1>
<p><strong>${line.channel.botName}</strong> にログインします。</p>
<form method="post" action="${CONSENT}">${hidden(request)}
<fieldset><legend>だれとしてログインしますか</legend>${line.users.all().map((user, at) => person(user, at === 0))}</fieldset>
<h2>許可する項目</h2><ul>${request.scope.split(' ').map((one) => html`<li>${SCOPES[one]}</li>`)}</ul>
${
  request.bot_prompt === 'normal'
    ? html`<label class="tick"><input type="checkbox" name="add_friend" value="1" checked><span>${line.channel.botName}（${line.channel.botId}）を友だち追加する</span></label>`
    : null
}
<button class="main" name="action" value="allow">許可する</button>
<button name="action" value="cancel" formnovalidate>キャンセル</button></form>`
  return frame('LINEログイン', body, [new URL(request.redirect_uri).origin])
}

/** `bot_prompt=aggressive`: asks for friendship on a separate page. */
export function friendPage(line: Line, request: AuthorizeRequest, user: LineUser): Response {
  const body = html`<h1>友だち追加</h1>
<p><strong>${line.channel.botName}</strong>（${line.channel.botId}）を友だちに追加しますか。</p>
<form method="post" action="${CONSENT}">${hidden({ ...request, user: user.id, action: 'allow', asked: '1' })}
<button class="main" name="add_friend" value="1">友だち追加</button>
<button name="add_friend" value="0">追加しない</button></form>`
  return frame('友だち追加', body, [new URL(request.redirect_uri).origin])
}

/** LINE's page for an invalid request: nothing is sent to the address that it names. */
export const refusedPage = (why: string): Response =>
  frame('400 Bad Request', html`<h1>400 Bad Request</h1><p>${why}</p>`, [], 400)

/** `https://line.me/R/ti/p/<bot id>`: adding the account as a friend without a login. */
export function addFriendPage(line: Line, added?: LineUser): Response {
  const body = html`<h1>${line.channel.botName}</h1><p class="muted">${line.channel.botId}</p>
${added === undefined ? null : html`<p role="status">${added.name}さんの友だちに追加しました。お店の画面に戻って続けてください。</p>`}
<form method="post" action="/sandbox/line/friend/${line.channel.botId}">
<fieldset><legend>だれが友だち追加しますか</legend>${line.users.all().map((user) => person(user, user.id === added?.id))}</fieldset>
<button class="main">友だち追加</button></form>`
  return frame('友だち追加', body)
}

/** A LIFF app opened in the chat: selects the user of the phone. */
export function openPage(line: Line, path: string): Response {
  const body = html`<h1>LINEの中でお店を開く</h1>
<p class="small muted">スマートフォンのLINEアプリから開いたときと同じように、ログイン済みで始まります。</p>
<form method="get" action="${path}">
<fieldset><legend>だれのスマートフォンですか</legend>${line.users.all().map((user, at) => person(user, at === 0))}</fieldset>
<button class="main">開く</button></form>`
  return frame('LINEの中でお店を開く', body, [new URL(line.publicUrl()).origin])
}

/** LINE's own look, so that no one mistakes these pages for the shop's. */
const LINE_CSS = `
:root{--line-green:#06C755;--line-deep:#05803A}
body{background:#F5F6F8}.app{background:#fff;border:1px solid #DFE2E6;border-radius:4px;overflow:hidden}
.app header{background:var(--line-deep);color:#fff;padding:12px 16px;font-weight:600}
.app section{padding:16px}.app h1{font:600 20px/1.5 var(--gothic);letter-spacing:0;margin:0 0 8px}
.app h2{font:600 15px/1.5 var(--gothic);letter-spacing:0;border:0;margin:20px 0 4px;padding:0}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}
.person,.tick{display:flex;gap:12px;align-items:center;min-height:52px;padding:4px 0;border-top:1px solid #EBEDF0;color:var(--ink);font-size:15px;cursor:pointer}
.person:first-of-type{border-top:0}.person input,.tick input{min-height:0;width:20px;height:20px;flex:none;accent-color:var(--line-deep)}
.person small{display:block;color:var(--muted);font-size:13px;line-height:1.5}
.app button{width:100%;margin-top:12px}button.main{background:var(--line-deep);border-color:var(--line-deep)}
`
