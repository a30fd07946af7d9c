import { html } from '../core/html.ts'
import { page } from '../core/page.ts'
import { scriptForm } from '../core/script-routes.ts'
import type { Line } from './line.ts'
import { BOT_APIS } from './messaging/api.ts'
import { LOGIN_APIS } from './oauth.ts'
import type { Friendship, LineUser } from './users.ts'

export const lineScript = {
  provider: 'line',
  back: '/sandbox/line/',
  apis: [...LOGIN_APIS, ...BOT_APIS] as readonly string[],
  defaultKind: '500',
}

const WORDS: Record<Friendship, string> = { none: '友だちではない', friend: '友だち', blocked: 'ブロック中' }
const CHANGES: Record<Friendship, readonly (readonly [Friendship, string])[]> = {
  none: [['friend', '友だち追加']],
  friend: [['blocked', 'ブロック']],
  blocked: [['friend', 'ブロックを解除']],
}
const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })

const userRow = (user: LineUser) => html`<tr>
<td>${user.name}<br><span class="muted">${user.note}</span></td>
<td><code>${user.id}</code><br>${user.email ?? 'メールアドレスなし'}</td>
<td><span class="state ${user.friendship === 'friend' ? 'good' : user.friendship === 'blocked' ? 'bad' : ''}">${WORDS[user.friendship]}</span></td>
<td><form method="post" action="/sandbox/line/friendship"><input type="hidden" name="user" value="${user.id}">
${CHANGES[user.friendship].map(([to, label]) => html`<button name="friendship" value="${to}">${label}</button>`)}</form></td></tr>`

/** The users, and whether they follow the shop; also part of the home page. */
export const usersTable = (line: Line) =>
  html`<div class="scroll"><table class="stack"><thead><tr>${['だれ', 'ID', '友だち', '変える'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${line.users.all().map(userRow)}</tbody></table></div>`

/** LINE's records as a page. */
export function inspector(line: Line): Response {
  const tokens = line.grants.tokens()
  return page({
    title: 'LINEの代役',
    body: html`<h1>LINE</h1>
<p class="lead">LINEログイン、LIFF、友だち追加の代役です。チャネルID <code>${line.channel.id}</code>、LIFF ID <code>${line.channel.liffId}</code>、公式アカウント <code>${line.channel.botId}</code></p>
<p><a class="button" href="/sandbox/line/liff/${line.channel.liffId}/">LINEの中でお店を開く</a> <a class="button" href="/sandbox/line/friend/${line.channel.botId}">友だち追加のページ</a> <a class="button" href="/sandbox/line/chat">トークを見る</a></p>
<h2>LINEの利用者</h2>${usersTable(line)}
<h2>アクセストークン <span class="small muted">新しい順に50件</span></h2>
${
  tokens.length === 0
    ? html`<p class="box muted">まだだれもログインしていません。</p>`
    : html`<div class="scroll"><table class="stack"><tbody>${tokens.map(
        (one) =>
          html`<tr><td>${line.users.get(one.userId)?.name}</td><td><code>…${one.token.slice(-6)}</code> ${one.scope}</td><td>${CLOCK.format(one.expiresAt)}まで${one.revoked ? html` <span class="state bad">取消済み</span>` : null}</td></tr>`,
      )}</tbody></table></div>`
}
<h2>失敗を起こす</h2>${scriptForm({ scripts: line.scripts, ...lineScript })}`,
  })
}
