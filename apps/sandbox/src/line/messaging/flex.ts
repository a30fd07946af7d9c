import { Html, html } from '../../core/html.ts'

type Part = Record<string, unknown>
const list = (value: unknown) => (Array.isArray(value) ? (value as Part[]) : [])
const SIZES = ['xs', 'sm', 'md', 'lg', 'xl']
const word = (value: unknown, allowed: readonly string[], otherwise: string) =>
  allowed.includes(String(value)) ? String(value) : otherwise

/** A Flex Message about as LINE draws it: by classes, since no style of a message runs on this page. */
export function flexHtml(message: Part): Html {
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
