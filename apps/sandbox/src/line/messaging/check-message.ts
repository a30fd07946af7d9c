/** An error in a message, in LINE's format; none if it may be sent. */
export type Detail = { message: string; property: string }

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const boxLayouts = ['horizontal', 'vertical', 'baseline']
const parts = ['box', 'button', 'icon', 'image', 'separator', 'text', 'span', 'filler']

/**
 * The rules for the message types that a shop sends: text and Flex. Not all of LINE's rules, but those that matter in
 * practice.
 */
export function checkMessage(raw: unknown, path: string): Detail[] {
  const message = record(raw)
  const wrong = (property: string, text: string): Detail => ({ message: text, property: `${path}.${property}` })
  if (message.type === 'text') return isText(message.text, 5000) ? [] : [wrong('text', 'May not be empty')]
  if (message.type !== 'flex') return [wrong('type', 'must be one of text, flex')]
  const details: Detail[] = isText(message.altText, 400) ? [] : [wrong('altText', 'must be 1 to 400 characters')]
  const bubble = record(message.contents)
  if (bubble.type !== 'bubble') return [...details, wrong('contents.type', 'must be bubble')]
  for (const block of ['header', 'body', 'footer'])
    if (bubble[block] !== undefined) details.push(...checkPart(bubble[block], `${path}.contents.${block}`, true))
  if (JSON.stringify(bubble).length > 30_000) details.push(wrong('contents', 'The bubble is too large'))
  return details
}

const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most

function checkPart(raw: unknown, path: string, mustBeBox = false): Detail[] {
  const part = record(raw)
  const at = (property: string, message: string): Detail[] => [{ message, property: `${path}.${property}` }]
  const type = String(part.type)
  if (mustBeBox ? type !== 'box' : !parts.includes(type)) return at('type', 'invalid property')
  if (type === 'text') return isText(part.text, 2000) ? [] : at('text', 'must be specified')
  if (type === 'image') return /^https:\/\//.test(String(part.url)) ? [] : at('url', 'invalid uri scheme')
  if (type === 'button') return checkAction(part.action, `${path}.action`)
  if (type !== 'box') return []
  if (!boxLayouts.includes(String(part.layout))) return at('layout', 'must be specified')
  if (!Array.isArray(part.contents)) return at('contents', 'must be specified')
  return part.contents.flatMap((one, index) => checkPart(one, `${path}.contents[${index}]`))
}

function checkAction(raw: unknown, path: string): Detail[] {
  const action = record(raw)
  const details: Detail[] = []
  if (!isText(action.label, 20)) details.push({ message: 'must be 1 to 20 characters', property: `${path}.label` })
  if (action.type !== 'uri') details.push({ message: 'must be uri', property: `${path}.type` })
  if (!/^(https?|tel|line):/.test(String(action.uri)) || String(action.uri).length > 1000)
    details.push({ message: 'invalid uri', property: `${path}.uri` })
  return details
}
