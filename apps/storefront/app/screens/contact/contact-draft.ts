import { type ContactFields, initialContact } from '../../form/contact.ts'
import { applyChanges, changedFields, readFormDraft, writeFormDraft } from '../../state/form-draft.ts'
import { sessionStore } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import { forgetPhotographs } from './photograph-store.ts'

export const CONTACT_DRAFT = 'contact'

/** Passes the input from the form to the confirmation if the browser has no storage. */
let inMemory: ContactFields | null = null

const owner = () => sessionStore.getState().customer
const key = () => ({ name: CONTACT_DRAFT, customer_id: owner()?.id ?? 0 })

/** The input to confirm; null: none. */
export function readContact(): ContactFields | null {
  const changed = readFormDraft(browserStorage(), key(), Date.now())
  return changed ? applyChanges(initialContact(owner()), changed) : inMemory
}

export function saveContactDraft(fields: ContactFields): void {
  inMemory = fields
  writeFormDraft(browserStorage(), key(), changedFields(initialContact(owner()), fields), Date.now())
}

/** Deletes the draft after the inquiry was sent. */
export function forgetContact(): void {
  inMemory = null
  forgetPhotographs()
  writeFormDraft(browserStorage(), key(), null, Date.now())
}
