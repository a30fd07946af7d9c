import type { MasterData } from '@kushi/contract/setting'
import { FREE_TEXT_NOTE_SORT_NUMBER } from '@kushi/values/delivery-slot'
import { useWatch } from 'react-hook-form'
import { FREE_NOTE, type NoteDraft } from '../../state/purchase-draft.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MAX_NOTE_LENGTH } from '../note.ts'
import { useFields } from '../use-fields.ts'

/** 置き配: where the carrier may leave the parcel if no one is at home. */
export function NoteFields({ notes }: { notes: readonly MasterData[] }) {
  const { field } = useFields<NoteDraft>()
  const note = useWatch<NoteDraft, 'note'>({ name: 'note' })
  const options = notes.map(({ label, sort_no }) => ({
    value: sort_no === FREE_TEXT_NOTE_SORT_NUMBER ? FREE_NOTE : label,
    label,
  }))
  if (options.length === 0) options.push({ value: FREE_NOTE, label: '置き場所を書く' })
  return (
    <>
      <SelectField
        {...field('note')}
        label="置き配"
        required={false}
        hint="ご不在のときに置いておく場所です"
        options={options}
        placeholder="希望しない(手渡し)"
      />
      {note === FREE_NOTE && (
        <TextField
          {...field('note_text')}
          label="置き場所"
          required
          hint={`${MAX_NOTE_LENGTH}文字まで`}
          placeholder="裏口の青い箱の中"
        />
      )}
    </>
  )
}
