import type { MasterData } from '@kushi/contract/setting'
import { FormSection } from '../../purchase/form/form-section.tsx'
import { NoteFields } from '../../purchase/form/note-fields.tsx'

/** 置き配・配送メモ */
export const NotesSection = ({ notes }: { notes: readonly MasterData[] }) => (
  <FormSection title="置き配・配送メモ">
    <NoteFields notes={notes} />
  </FormSection>
)
