import type { LineMessage } from '../../outbox/line-messaging-port.ts'

interface Card {
  shop_name: string
  title: string
  /** One sentence under the title. */
  lead?: string
  rows: readonly (readonly [label: string, text: string])[]
  button: { label: string; url: string }
}

const ink = '#23211E'
const muted = '#6B675F'
const text = (value: string, more: object = {}) => ({ type: 'text', text: value, color: ink, wrap: true, ...more })

/** One look for everything that the shop says over LINE: who, what, the facts, one button. */
export function flexCard({ shop_name, title, lead, rows, button }: Card): LineMessage {
  const facts = rows.map(([label, value]) => ({
    type: 'box',
    layout: 'baseline',
    spacing: 'sm',
    contents: [text(label, { color: muted, size: 'sm', flex: 3 }), text(value || '-', { size: 'sm', flex: 5 })],
  }))
  const body = [
    text(shop_name, { color: muted, size: 'xs' }),
    text(title, { weight: 'bold', size: 'lg', margin: 'sm' }),
    ...(lead ? [text(lead, { size: 'sm', margin: 'md' })] : []),
    { type: 'separator', margin: 'lg' },
    { type: 'box', layout: 'vertical', spacing: 'sm', margin: 'lg', contents: facts },
  ]
  const action = { type: 'uri', label: button.label, uri: button.url }
  return {
    type: 'flex',
    altText: altText(shop_name, title, rows),
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', contents: body },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [{ type: 'button', style: 'primary', color: '#A4303F', action }],
      },
    },
  }
}

/** Says it all to who reads only the notification. */
const altText = (shop_name: string, title: string, rows: Card['rows']) =>
  `${shop_name}: ${title}\n${rows.map(([label, value]) => `${label} ${value}`).join('\n')}`.slice(0, 400)
