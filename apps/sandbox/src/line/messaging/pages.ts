import { Html, html } from '../../core/html.ts'
import { page } from '../../core/page.ts'
import type { LineUser } from '../users.ts'
import { type Bot, chatOf } from './bot.ts'

const CLOCK = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'short' })

const button = (user: LineUser, friendship: string, label: string) =>
  html`<form method="post" action="/sandbox/line/friendship"><input type="hidden" name="user" value="${user.id}"><input type="hidden" name="back" value="chat"><button name="friendship" value="${friendship}">${label}</button></form>`

/** The chat with the official account on this user's phone. */
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

/** The latest webhooks to the shop; each can be redelivered, as LINE does when it gets no response. */
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

/** アカウント連携: LINE's own dialog, after the shop has issued its nonce. */
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

const gaps = { xs: 2, sm: 4, md: 8, lg: 12, xl: 16 }
const sizes = { xs: 13, sm: 14, md: 16, lg: 19, xl: 22 }
const each = (table: Record<string, number>, rule: (name: string, px: number) => string) =>
  Object.entries(table)
    .map(([name, px]) => rule(name, px))
    .join('')

/** A phone with a chat in it. */
const CHAT_CSS = `
.phone{max-width:390px;margin:0 auto;border:1px solid #C9CED6;border-radius:24px;overflow:hidden;background:#8CABD9;color:#1E1E1E}
.phone>header{display:flex;justify-content:space-between;align-items:center;background:#F7F8FA;padding:12px 16px;font-weight:600}
.phone .chat{min-height:420px;max-height:70vh;overflow-y:auto;padding:16px;display:grid;gap:12px;align-content:start}
.phone .at{justify-self:center;font-size:12px;background:#3D5A80;color:#fff;border-radius:10px;padding:0 10px}
.bubble{background:#fff;border-radius:14px;overflow:hidden;max-width:300px;line-height:1.5}.bubble.words{padding:10px 14px;white-space:pre-wrap}
.bubble .block{padding:16px}.bubble .footer{padding-top:0}.bubble p{margin:0;overflow-wrap:anywhere}.bubble hr{border:0;border-top:1px solid #E3E6EB;width:100%}
.bubble .fbox{display:flex;flex-direction:column;min-width:0}.bubble .horizontal,.bubble .baseline{flex-direction:row}.bubble .baseline{align-items:baseline}
.bubble .bold{font-weight:700}.bubble .muted{color:#5F6670}.bubble .center{text-align:center}.bubble img{width:72px;border-radius:4px}
.tap{display:block;text-align:center;padding:11px;border-radius:8px;text-decoration:none;font-weight:600;color:#2B5AA0}.tap.primary{background:#A4303F;color:#fff}
.phone footer{background:#F7F8FA;padding:12px 16px;display:flex;gap:8px;flex-wrap:wrap}.phone footer form{margin:0}
${each(gaps, (name, px) => `.bubble .gap-${name}{gap:${px}px}.bubble .m-${name}{margin-top:${px}px}`)}
${each(sizes, (name, px) => `.bubble .t-${name}{font-size:${px}px}`)}
${[1, 2, 3, 4, 5].map((n) => `.bubble .f-${n}{flex:${n} 1 0}`).join('')}
.people{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0}.people a[aria-current]{font-weight:700;text-decoration:none;color:inherit}
`

type Part = Record<string, unknown>
const list = (value: unknown) => (Array.isArray(value) ? (value as Part[]) : [])
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl']
const word = (value: unknown, allowed: readonly string[], otherwise: string) =>
  allowed.includes(String(value)) ? String(value) : otherwise

/**
 * A Flex Message, roughly as LINE renders it: with classes, because inline styles of a message are blocked on this
 * page.
 */
function flexHtml(message: Part): Html {
  if (message.type === 'text') return html`<div class="bubble words">${String(message.text)}</div>`
  const bubble = (message.contents ?? {}) as Part
  const blocks = ['header', 'body', 'footer'].map((name) =>
    bubble[name] ? html`<div class="block ${name}">${part(bubble[name] as Part)}</div>` : null,
  )
  return html`<div class="bubble" role="group" aria-label="${String(message.altText)}">${blocks}</div>`
}

function part(one: Part): Html {
  switch (one.type) {
    case 'box': {
      const layout = word(one.layout, ['horizontal', 'vertical', 'baseline'], 'vertical')
      return html`<div class="fbox ${layout} gap-${word(one.spacing, SIZES, 'none')} ${margin(one)} ${flex(one)}">${list(one.contents).map(part)}</div>`
    }
    case 'text': {
      const muted = one.color === '#6B675F' ? 'muted' : ''
      return html`<p class="t-${word(one.size, SIZES, 'md')} ${one.weight === 'bold' ? 'bold' : ''} ${muted} ${one.align === 'center' ? 'center' : ''} ${margin(one)} ${flex(one)}">${lines(String(one.text))}</p>`
    }
    case 'separator':
      return html`<hr class="${margin(one)}">`
    case 'image':
      return html`<img src="${String(one.url)}" alt="" class="${flex(one)}">`
    case 'button': {
      const { label, uri } = (one.action ?? {}) as Part
      return html`<a class="tap ${word(one.style, ['primary', 'secondary', 'link'], 'link')}" href="${String(uri)}" target="_blank" rel="noopener">${String(label)}</a>`
    }
    default:
      return html``
  }
}

const margin = (one: Part) => `m-${word(one.margin, SIZES, 'none')}`
const flex = (one: Part) => (Number.isInteger(one.flex) ? `f-${Math.min(Number(one.flex), 5)}` : '')
const lines = (text: string) =>
  text.split('\n').map((line, index) => html`${index > 0 ? new Html('<br>') : null}${line}`)
