import type { MasterData } from '@kushi/contract/setting'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { failuresResolver } from '../../forms/failures-resolver.ts'
import { RestoredNotice } from '../../forms/restored-notice.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useDraftedForm } from '../../forms/use-drafted-form.ts'
import { useSaving } from '../../forms/use-saving.ts'
import { toast } from '../../state/toast.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { AddressFields } from '../purchase/form/address-fields.tsx'
import { countErrors } from '../purchase/form/count-errors.ts'
import { FormSection } from '../purchase/form/form-section.tsx'
import { NameFields } from '../purchase/form/name-fields.tsx'
import { NoteFields } from '../purchase/form/note-fields.tsx'
import { addressFailures, type AddressFields as Fields, pathOf, toBody } from './address-form.ts'
import { RemoteIslandNotice } from './remote-island-notice.tsx'

interface AddressEditorProps {
  /** Of its draft. */
  name: string
  initial: Fields
  notes: readonly MasterData[]
  /** It is the default already, or will be: the first one. */
  isDefault: boolean
  label: string
  save: (body: ReturnType<typeof toBody>) => Promise<unknown>
  /** Said when it is saved. */
  saved: string
}

const list = '/mypage/addresses'

/** お届け先の入力, new or known. */
export function AddressEditor({ name, initial, notes, isDefault, label, save, saved }: AddressEditorProps) {
  const navigate = useNavigate()
  const drafted = useDraftedForm({ name, initial, resolver: failuresResolver(addressFailures) })
  const { form } = drafted
  const { submit, isPending, problem } = useSaving(form, {
    pathOf,
    save: async (fields) => {
      await save(toBody(fields))
      drafted.forget()
      toast(saved)
      await navigate(list)
    },
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-10">
        <RestoredNotice isShown={drafted.isRestored} onStartOver={drafted.startOver} />
        <FormSection title="お受け取りになる方">
          <NameFields part="other" />
        </FormSection>
        <FormSection title="ご住所">
          <AddressFields part="other">
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
        <SaveBar
          wrong={countErrors(form.formState.errors)}
          label={label}
          isPending={isPending}
          problem={problem}
          cancelTo={list}
        />
      </form>
    </FormProvider>
  )
}
