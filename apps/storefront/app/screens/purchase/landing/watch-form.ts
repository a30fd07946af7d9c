import { type FormPart, formPartOf, MAX_FORM_SECONDS } from '@kushi/values/form-part'

interface PartSeen {
  milliseconds: number
  is_entered: boolean
  is_refused: boolean
}

const isField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** Fields of the card have no name, only what the browser fills in. */
const partOf = (field: HTMLInputElement) => formPartOf(field.name || field.autocomplete)
const wholeSeconds = (milliseconds: number) => Math.min(MAX_FORM_SECONDS, Math.round(milliseconds / 1000))

/**
 * フォームの集計: watches in which parts of a form a visitor is, whether something is entered there and whether an error stands
 * beside it, never what. `end` stops it.
 */
export function watchForm(form: HTMLElement) {
  const seen = new Map<FormPart, PartSeen>()
  let first: number | null = null
  let last: { part: FormPart; since: number | null } | null = null

  const part = (name: FormPart): PartSeen => {
    const known = seen.get(name) ?? { milliseconds: 0, is_entered: false, is_refused: false }
    seen.set(name, known)
    return known
  }
  const closePart = () => {
    if (last === null || last.since === null) return
    part(last.part).milliseconds += performance.now() - last.since
    last.since = null
  }
  const events = new AbortController()
  const listen = (name: 'focusin' | 'focusout' | 'input', handler: (field: HTMLInputElement) => void) =>
    form.addEventListener(name, ({ target }) => isField(target) && handler(target), { signal: events.signal })
  listen('focusin', (field) => {
    closePart()
    first ??= performance.now()
    last = { part: partOf(field), since: performance.now() }
    part(last.part)
  })
  listen('focusout', closePart)
  listen('input', (field) => {
    part(partOf(field)).is_entered = true
  })
  const errors = new MutationObserver((changes) => {
    for (const { target } of changes)
      if (isField(target) && target.ariaInvalid === 'true') part(partOf(target)).is_refused = true
  })
  errors.observe(form, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] })

  return {
    end() {
      closePart()
      events.abort()
      errors.disconnect()
      return {
        left_at: last?.part ?? null,
        seconds: first === null ? 0 : wholeSeconds(performance.now() - first),
        form_parts: [...seen].map(([form_part, { milliseconds, is_entered, is_refused }]) => ({
          ...{ form_part, is_entered, is_refused },
          seconds: wholeSeconds(milliseconds),
        })),
      }
    },
  }
}
