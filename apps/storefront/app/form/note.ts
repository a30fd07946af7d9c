import type { MasterData } from '@kushi/contract/setting'
import { fieldRuleMessage } from '@kushi/values/message'
import { masterData } from '../master-data.ts'
import { FREE_NOTE, type NoteDraft } from '../state/purchase-draft.ts'
import type { FormFailure } from './codec.ts'

/** 置き配 places to choose from. Without them the customer types the place. */
export const loadNotes = (): Promise<MasterData[]> => masterData('delivery_note').catch(() => [])

/** 置き配 as it is sent, exactly as typed. */
export const writeNote = ({ note, note_text }: NoteDraft) => (note === FREE_NOTE ? note_text : note)

/** Converts a stored note to form values: a choice from `places`, or a free text. */
export const typedNote = (text: string, places: readonly string[]): NoteDraft =>
  text === '' || places.includes(text) ? { note: text, note_text: '' } : { note: FREE_NOTE, note_text: text }

/** The most characters of a free text. */
export const MAX_NOTE_LENGTH = 200

export function noteFailures({ note, note_text }: NoteDraft): FormFailure[] {
  if (note !== FREE_NOTE) return []
  if (!note_text.trim()) return [{ path: 'note_text', message: fieldRuleMessage('cmn-err-001', '置き場所') }]
  const { length } = note_text
  return length > MAX_NOTE_LENGTH
    ? [{ path: 'note_text', message: `置き場所は${MAX_NOTE_LENGTH}文字までで入力してください(今 ${length}文字)。` }]
    : []
}
