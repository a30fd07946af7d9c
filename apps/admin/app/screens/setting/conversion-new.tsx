import { CONVERSION_KIND_NAME, CONVERSION_KINDS, type ConversionKindName } from '@kushi/values/conversion/kinds'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { accountValuesOf, bodyOf, ConversionFields, type ConversionValues } from './conversion-parts.tsx'

const { Form, TextField } = formFor<NewValues>()

const parent = { to: '/setting/conversions', name: '広告の送信先' }

export const loader = () => api('GET /admin/v1/setting/conversion-figures')

/** A new 送信先: its kind, then its values. It is off until it is switched on. */
export function Component() {
  const [kind, setKind] = useState<ConversionKindName | null>(null)
  return (
    <Page title="送信先を追加する" parent={parent}>
      {kind === null ? <Kinds onChoose={setKind} /> : <NewDestination kind={kind} />}
    </Page>
  )
}

const Kinds = ({ onChoose }: { onChoose(kind: ConversionKindName): void }) => (
  <Section title="どこへ知らせますか?">
    <ul className="flex flex-wrap gap-2">
      {(Object.keys(CONVERSION_KINDS) as ConversionKindName[]).map((kind) => (
        <li key={kind}>
          <Button onClick={() => onChoose(kind)}>{CONVERSION_KIND_NAME[kind]}</Button>
        </li>
      ))}
    </ul>
  </Section>
)

type NewValues = ConversionValues & { recipient_name: string }

function NewDestination({ kind }: { kind: ConversionKindName }) {
  const navigate = useNavigate()
  const { groups } = useLoaderData<typeof loader>()
  const { company, contact } = CONVERSION_KINDS[kind]
  const values: NewValues = {
    destination_name: company === null ? '' : CONVERSION_KIND_NAME[kind],
    recipient_name: '',
    conversion_moment: 'received',
    conversion_cycle: 1,
    conversion_value: 'total',
    email_flag: contact === 'required',
    phone_flag: false,
    ad_group: '',
    account_values: accountValuesOf(kind),
  }
  return (
    <Form
      values={values}
      submit="追加する"
      permission="account.manage"
      save={async ({ recipient_name, ...form }) => {
        const body = { ...bodyOf(form), conversion_kind: kind, recipient_name }
        const { id } = await api('POST /admin/v1/setting/conversions', { body })
        // The form is left as it is: nothing is unsaved any more.
        setTimeout(() => void navigate(`/setting/conversions/${id}`))
      }}
    >
      <Section title={CONVERSION_KIND_NAME[kind]} lead="追加しただけでは送りません。試してから、送り始めてください。">
        {company === null && (
          <TextField
            name="recipient_name"
            label="提供先の会社名と国"
            isRequired
            className="max-w-[480px]"
            hint="確認画面の同意の文に入ります。例: 株式会社○○(日本)。あとから変えられません。"
          />
        )}
        <ConversionFields kind={kind} secret_names={[]} groups={groups} />
      </Section>
    </Form>
  )
}
