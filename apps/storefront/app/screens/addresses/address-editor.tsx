import type { MasterData } from '@kushi/contract/setting'
import { useNavigate } from 'react-router'
import { type BookAddress, type BookAddressFields, bookAddressForm } from '../../form/book-address.ts'
import { AddressFields } from '../../form/fields/address-fields.tsx'
import { NameFields } from '../../form/fields/name-fields.tsx'
import { NoteFields } from '../../form/fields/note-fields.tsx'
import { RemoteIslandNotice } from '../../form/fields/remote-island-notice.tsx'
import { Form, FormEnd, FormSection, RestoredNotice } from '../../form/form.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { toast } from '../../state/toast.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'

interface AddressEditorProps {
  /** Name of its draft. */
  name: string
  initial: BookAddressFields
  notes: readonly MasterData[]
  /** The address is the default, or will be because it is the first one. */
  isDefault: boolean
  label: string
  save: (body: BookAddress) => Promise<unknown>
  /** Message after saving. */
  saved: string
}

const list = '/mypage/addresses'

/** お届け先の入力, for a new or an existing address. */
export function AddressEditor({ name, initial, notes, isDefault, label, save, saved }: AddressEditorProps) {
  const navigate = useNavigate()
  const drafted = useDraftedForm({ name, initial, codec: bookAddressForm })
  const { form } = drafted
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await save(body)
      drafted.forget()
      toast(saved)
      await navigate(list)
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)}>
      <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
      <FormSection title="お受け取りになる方">
        <NameFields isOtherPerson />
      </FormSection>
      <FormSection title="ご住所">
        <AddressFields isOtherPerson>
          <RemoteIslandNotice />
        </AddressFields>
      </FormSection>
      <FormSection title="お届けのご希望">
        <NoteFields notes={notes} />
        {isDefault ? (
          <p className="text-sm text-muted">「いつものお届け先」です。ご注文のとき、はじめに選ばれます。</p>
        ) : (
          <CheckboxField
            {...form.register('is_default')}
            label="いつものお届け先にする"
            hint="次のご注文から、はじめに選ばれます"
          />
        )}
      </FormSection>
      <FormEnd label={label} isPending={isPending} problem={problem} cancelTo={list} />
    </Form>
  )
}
