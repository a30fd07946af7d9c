const NAME = 'website'

const find = () => document.querySelector<HTMLInputElement>(`input[name="${NAME}"]`)

/**
 * A field that nobody sees, reads aloud or reaches by key, and no browser fills in: only a program that fills in all of
 * them. The server refuses what has it, and the next press of a person goes through.
 */
export const Honeypot = () => (
  <div aria-hidden="true" className="sr-only">
    <label>
      ここには入力しないでください
      <input type="text" name={NAME} tabIndex={-1} autoComplete="off" defaultValue="" />
    </label>
  </div>
)

/** What is in it; it is empty afterwards. */
export function readHoneypot(): { website?: string } {
  const field = find()
  const website = field?.value ?? ''
  if (field) field.value = ''
  return website === '' ? {} : { website }
}
