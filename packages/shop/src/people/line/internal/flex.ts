import { cutText } from '@kushi/values/text'
import { buildLineMessage } from '../../../messaging/message/index.ts'
import type { LineMessage } from '../../../ports/line-messaging-port.ts'

interface Card {
  shop_name: string
  title: string
  /** One sentence under the title. */
  lead?: string
  rows: readonly (readonly [label: string, text: string])[]
  button: { label: string; url: string }
  /** Asked below the facts; each button is an answer. */
  question?: { text: string; buttons: readonly { label: string; url: string }[] }
}

/** LINE's limit of characters in one text. */
const AT_MOST = 2000

const ink = '#23211E'
const muted = '#6B675F'
const text = (value: string, more: object = {}) => ({ type: 'text', text: value, color: ink, wrap: true, ...more })

/** The common layout of the shop's LINE messages: shop, title, facts, one button. */
export function lineCardMessage({ shop_name, title, lead, rows, button, question }: Card): LineMessage {
  const facts = rows.map(([label, value]) => ({
    type: 'box',
    layout: 'baseline',
    spacing: 'sm',
    contents: [
      text(label, { color: muted, size: 'sm', flex: 3 }),
      text(cutText(value, AT_MOST) || '-', { size: 'sm', flex: 5 }),
    ],
  }))
  const body = [
    text(shop_name, { color: muted, size: 'xs' }),
    text(title, { weight: 'bold', size: 'lg', margin: 'sm' }),
    ...(lead ? [text(lead, { size: 'sm', margin: 'md' })] : []),
    { type: 'separator', margin: 'lg' },
    { type: 'box', layout: 'vertical', spacing: 'sm', margin: 'lg', contents: facts },
    ...(question ? [text(question.text, { size: 'sm', margin: 'lg' })] : []),
    ...(question?.buttons ?? []).map(({ label, url }) => ({
      type: 'button',
      style: 'secondary',
      height: 'sm',
      margin: 'sm',
      action: { type: 'uri', label, uri: url },
    })),
  ]
  const action = { type: 'uri', label: button.label, uri: button.url }
  // The whole message in the notification text, for readers who see only that.
  const glance = [title, ...rows.map(([label, value]) => `${label} ${value}`)].join('\n')
  return buildLineMessage(shop_name, glance, {
    body: { type: 'box', layout: 'vertical', contents: body },
    footer: {
      type: 'box',
      layout: 'vertical',
      contents: [{ type: 'button', style: 'primary', color: '#A4303F', action }],
    },
  })
}

interface Letter {
  shop_name: string
  title: string
  body: string
  buttons: readonly { label: string; url: string }[]
  /** Adverts only: why the reader receives it, and the page that stops it. */
  why?: string
  stop_url?: string
  /** The sender, at the bottom. */
  sender: string
}

/** A text written by an operator, over LINE. URLs in a text are not links there, so each becomes a button. */
export function lineLetterMessage({ shop_name, title, body, buttons, why, stop_url, sender }: Letter): LineMessage {
  const texts = body.match(new RegExp(`[\\s\\S]{1,${AT_MOST}}`, 'gu')) ?? []
  const typed = [...new Set(body.match(/https?:\/\/[\w\-./?%&=~#:+]+/g))].slice(0, 3)
  const actions = [...buttons, ...typed.map((url) => ({ label: 'ページを開く', url }))]
  const press = ({ label, url }: Letter['buttons'][number], look: object) => ({
    type: 'button',
    ...look,
    action: { type: 'uri', label, uri: url },
  })
  return buildLineMessage(shop_name, `${title}\n${body}`, {
    body: {
      type: 'box',
      layout: 'vertical',
      spacing: 'md',
      contents: [
        text(shop_name, { color: muted, size: 'xs' }),
        text(title, { weight: 'bold', size: 'lg' }),
        ...texts.map((words) => text(words, { size: 'sm' })),
      ],
    },
    footer: {
      type: 'box',
      layout: 'vertical',
      spacing: 'sm',
      contents: [
        ...actions.map((action) => press(action, { style: 'primary', color: '#A4303F' })),
        ...(stop_url ? [press({ label: '配信を停止する', url: stop_url }, { style: 'link', height: 'sm' })] : []),
        text([...(why ? [why] : []), sender].join('\n'), { color: muted, size: 'xs' }),
      ],
    },
  })
}
