import { html } from '../../core/html.ts'
import { page } from '../../core/page.ts'
import type { LineUser } from '../users.ts'
import { type Bot, chatOf } from './bot.ts'
import { CHAT_CSS } from './chat-style.ts'
import { flexHtml } from './flex.ts'

const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'short' })

const button = (user: LineUser, friendship: string, label: string) =>
  html`<form method="post" action="/sandbox/line/friendship"><input type="hidden" name="user" value="${user.id}"><input type="hidden" name="back" value="chat"><button name="friendship" value="${friendship}">${label}</button></form>`

/** The chat with the official account, on this person's phone. */
export function chatPage(bot: Bot, user: LineUser): Response {
  const { line } = bot
  const chat = chatOf(bot, user.id)
  const isFriend = user.friendship === 'friend'
  return page({
    title: `${user.name}さんのトーク`,
    css: CHAT_CSS,
    body: html`<h1>トーク</h1>
<p class="lead">お店が公式アカウントから送ったメッセージです。友だち追加やブロックは、署名付きのWebhookでお店に伝わります。</p>
<nav aria-label="利用者"><ul class="people">${line.users.all().map((one) => html`<li><a href="/sandbox/line/chat?user=${one.id}" ${one.id === user.id ? html`aria-current="page"` : null}>${one.name}</a></li>`)}</ul></nav>
<section class="phone" aria-label="${user.name}さんの電話"><header><span>${line.channel.botName}</span><span class="small">${isFriend ? '友だち' : user.friendship === 'blocked' ? 'ブロック中' : '友だちではない'}</span></header>
<div class="chat">${
      chat.length === 0
        ? html`<p class="at">まだメッセージはありません</p>`
        : chat.map(
            (one) =>
              html`<time class="at" datetime="${one.at}">${CLOCK.format(new Date(one.at))}</time>${flexHtml(one.message)}`,
          )
    }</div>
<footer>${isFriend ? button(user, 'blocked', 'ブロックする') : button(user, 'friend', user.friendship === 'blocked' ? 'ブロックを解除する' : '友だち追加する')}</footer></section>
${webhooks(bot)}`,
  })
}

/** What the shop was told lately; each can be told again, as LINE does when no answer came. */
function webhooks(bot: Bot) {
  const rows = bot.webhooks.newest(20)
  if (rows.length === 0) return null
  return html`<h2>Webhook <span class="small muted">新しい順</span></h2>
<div class="scroll"><table class="stack"><tbody>${rows.map(
    (
      one,
    ) => html`<tr><td>${CLOCK.format(new Date(one.at))}</td><td>${one.type}</td><td>${bot.line.users.get(one.userId)?.name}</td>
<td><span class="state ${one.status === 200 ? 'good' : 'bad'}">${one.status ?? '応答なし'}</span></td>
<td><form method="post" action="/sandbox/line/webhooks/again"><input type="hidden" name="id" value="${one.id}"><button>再送する</button></form></td></tr>`,
  )}</tbody></table></div>`
}

/** アカウント連携: LINE's own dialog, after the shop has given out its nonce. */
export const accountLinkPage = (token: string, nonce: string, name: string) =>
  page({
    title: 'アカウント連携',
    plain: true,
    body: html`<h1>アカウント連携</h1><p>${name}さんのLINEアカウントを、お店の会員情報と連携しますか。</p>
<form method="post" action="/sandbox/line/access/dialog/bot/accountLink"><input type="hidden" name="linkToken" value="${token}"><input type="hidden" name="nonce" value="${nonce}"><button>連携する</button></form>`,
  })

export const linkedPage = (isDone: boolean) =>
  page({
    title: 'アカウント連携',
    plain: true,
    status: isDone ? 200 : 400,
    body: isDone
      ? html`<h1>連携しました</h1><p>お店の画面にお戻りください。</p>`
      : html`<h1>連携できませんでした</h1><p>リンクの有効期限が切れたか、すでに使われています。</p>`,
  })
