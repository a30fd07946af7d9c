import type { shop } from '@kushi/db/schema/shop'

type MailSigner = Pick<
  typeof shop.$inferSelect,
  'shop_name' | 'company_name' | 'company_address' | 'email' | 'phone_number'
>

const rule = '────────────────'

/** Returns the plain text of a mail: addressee, paragraphs and signature. `name` null: the name is unknown. */
export const mailText = (seller: MailSigner, name: string | null, ...paragraphs: string[]): string =>
  [addresseeText(name), ...paragraphs, sellerSignatureText(seller)].join('\n\n')

/** Returns the addressee line (宛名): 「山田 花子 様」. null: the name is unknown, 「お客様」. */
export const addresseeText = (name: string | null) => (name === null ? 'お客様' : `${name} 様`)

/** Returns the signature (署名) at the end of each mail: shop, company, address and contact. */
export const sellerSignatureText = ({ shop_name, company_name, company_address, email, phone_number }: MailSigner) =>
  `${rule}\n${shop_name}\n${company_name}\n${company_address}\nお問い合わせ: ${email} / ${phone_number}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML mail. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

export interface MailHtmlParts {
  shop_name: string
  text: string
  /** URLs of pictures for the letter, shown above its first headed part; without one, below its first two rows. */
  pictures?: readonly string[]
}

const font = `font-family:'Hiragino Sans','Yu Gothic','Noto Sans CJK JP',sans-serif;color:#23211E;line-height:1.8`
const mincho = `font-family:'Hiragino Mincho ProN','Yu Mincho','Noto Serif CJK JP',serif`
const small = 'font-size:13px;color:#6B675F;line-height:1.7'

/**
 * The HTML version of a letter, generated from its text, so that both always have the same content: rules become
 * headings, a URL below a short row becomes a button, the signature is small. One-column layout. Shops write the texts
 * themselves, so there are no fixed templates that a library of mail components (react-email, MJML) could build.
 */
export function mailHtml({ shop_name, text, pictures = [] }: MailHtmlParts): string {
  const blocks = blocksOf(text)
  const first = blocks.findIndex(({ title }) => title !== null)
  const before = blocks.slice(0, first === -1 ? 1 : first).flatMap(shown)
  const rows = blocks.flatMap(shown)
  if (pictures.length > 0) rows.splice(first === -1 ? Math.min(2, before.length) : before.length, 0, strip(pictures))
  return mailPageHtml(shop_name, rows)
}

/** Returns a one-column HTML document of a mail: the name of the shop as heading, then the rows of HTML. */
export const mailPageHtml = (shop_name: string, rows: readonly string[]): string =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;background:#FBFAF7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;${font};font-size:16px">
<tr><td style="padding-bottom:24px"><div style="border-bottom:1px solid #B59A6A;padding-bottom:20px;text-align:center;${mincho};font-size:24px;letter-spacing:.2em">${escapeHtml(shop_name)}</div></td></tr>
${rows.map((row) => `<tr><td style="padding-bottom:16px">${row}</td></tr>`).join('\n')}
</table></td></tr></table></body></html>`

/** Returns a link as an HTML button. Escapes label and URL. */
export const mailButtonHtml = (label: string, url: string): string =>
  `<a href="${escapeHtml(url)}" style="display:block;background:#A4303F;color:#FFFFFF;text-align:center;text-decoration:none;padding:14px 16px;border-radius:4px">${escapeHtml(label)}</a>`

/** Returns HTML in small print. Does not escape `markup`. */
export const smallPrintHtml = (markup: string): string => `<span style="${small}">${markup}</span>`

/** The sender at the end, from rows of HTML. */
const senderHtml = (rows: readonly string[]): string =>
  `<div style="border-top:1px solid #E4DFD6;padding-top:16px">${smallPrintHtml(rows.join('<br>'))}</div>`

/** Returns the HTML of a signature text, as in every letter. */
export const signatureHtml = (text: string): string => blocksOf(text).flatMap(shown).join('')

interface Block {
  /** The text between two rules; null: a part without a heading. */
  title: string | null
  /** The part below a single rule: the sender. */
  isSignature: boolean
  paragraphs: string[][]
}

const isRule = (row: string | undefined) => row !== undefined && /^─{4,}$/.test(row)

function blocksOf(text: string): Block[] {
  const rows = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const blocks: Block[] = [{ title: null, isSignature: false, paragraphs: [[]] }]
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if (isRule(row)) {
      const isHeaded = isRule(rows[at + 2])
      blocks.push({ title: isHeaded ? rows[at + 1]! : null, isSignature: !isHeaded, paragraphs: [[]] })
      if (isHeaded) at += 2
    } else if (row.trim() === '') {
      const block = blocks.at(-1)!
      // The text after a headed part no longer belongs to it.
      if (block.title !== null) blocks.push({ title: null, isSignature: false, paragraphs: [[]] })
      else block.paragraphs.push([])
    } else blocks.at(-1)!.paragraphs.at(-1)!.push(row)
  }
  return blocks
}

function shown({ title, isSignature, paragraphs }: Block): string[] {
  const rows = paragraphs.filter((paragraph) => paragraph.length > 0).map(paragraphHtml)
  if (isSignature) return [senderHtml(rows)]
  if (title === null) return rows
  const heading = `<strong style="display:block;border-bottom:1px solid #E4DFD6;margin:16px 0 12px;padding-bottom:8px;${mincho};font-size:18px;letter-spacing:.04em">${escapeHtml(title)}</strong>`
  const isTable = paragraphs.some((paragraph) => paragraph.some((row) => amount.test(row)))
  return [heading + (isTable ? table(paragraphs.flat()) : rows.join('<br>'))]
}

/** A row that ends with an amount: `商品合計: ¥2,420`, or below a name `  ¥2,420 × 1  ¥2,420`. */
const amount = /^(.+?)(?:: | {2,})(-?¥[\d,]+)$/

/** Rows of a part with amounts, which stand at the right edge. お支払い合計 is the largest. */
function table(rows: readonly string[]): string {
  const cells = rows.map((row) => {
    const [, label, yen] = amount.exec(row) ?? []
    // (10%対象 …) belongs to the sum above it.
    const note = /^ *\(/.test(row) ? `text-align:right;${small}` : 'padding:2px 0'
    if (!label || !yen) return `<tr><td colspan="2" style="${note}">${rowHtml(row)}</td></tr>`
    const isTotal = label.endsWith('お支払い合計')
    const look = isTotal ? 'font-weight:bold;padding:8px 0' : 'padding:2px 0'
    return `<tr><td style="${look}${isTotal ? '' : ';color:#6B675F'}">${rowHtml(label)}</td><td align="right" style="${look};white-space:nowrap${isTotal ? ';font-size:20px' : ''}">${escapeHtml(yen)}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${font};font-size:16px">${cells.join('')}</table>`
}

const address = /^https?:\/\/\S+$/
/** Longer rows are sentences, which stay text above their link. */
const LABEL_MOST = 20

function paragraphHtml(rows: readonly string[]): string {
  const parts: string[] = []
  rows.forEach((row, at) => {
    const before = rows[at - 1]
    const isButton = address.test(row) && before !== undefined && isLabel(before)
    if (isButton)
      parts[parts.length - 1] = `<span style="display:block;padding-top:8px">${mailButtonHtml(before, row)}</span>`
    else parts.push(`${at === 0 ? '' : '<br>'}${rowHtml(row)}`)
  })
  return parts.join('')
}

const isLabel = (row: string) => row.length <= LABEL_MOST && !/[。:]/.test(row) && !address.test(row)

/** Keeps the indent of rows and turns URLs into links. */
const rowHtml = (row: string): string => {
  const indent = '&nbsp;'.repeat(row.length - row.trimStart().length)
  const words = row
    .trimStart()
    .split(/(https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+)/)
    .map((part, at) =>
      at % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" style="color:#23211E;text-decoration-color:#B59A6A">${escapeHtml(part)}</a>`,
    )
  return indent + words.join('')
}

const strip = (pictures: readonly string[]): string =>
  pictures
    .slice(0, 5)
    .map(
      (url) =>
        `<img src="${escapeHtml(url)}" width="88" height="110" alt="" style="border-radius:4px;margin-right:8px">`,
    )
    .join('')
