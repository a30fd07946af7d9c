import type { ConversionDestination } from '@kushi/contract/admin/conversion'
import { CONVERSION_MOMENT_NAME, CONVERSION_VALUE_NAME } from '@kushi/values/conversion/conversion'
import { CONVERSION_KINDS, type ConversionKindName, isToldByServer } from '@kushi/values/conversion/kinds'
import { CONVERSION_PLACEHOLDERS, FRAME_PLACEHOLDERS } from '@kushi/values/conversion/placeholders'
import { useWatch } from 'react-hook-form'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { State } from '../../ui/state.tsx'

const { TextField, NumberField, TextAreaField, SelectField, CheckField } = formFor<
  ConversionValues & { removed: Record<string, boolean> }
>()

export type ConversionValues = Pick<
  ConversionDestination,
  | 'destination_name'
  | 'conversion_moment'
  | 'conversion_cycle'
  | 'conversion_value'
  | 'email_flag'
  | 'phone_flag'
  | 'ad_group'
  | 'account_values'
>

/** What is sent: the delivery is asked for where it is shown only; a box that is ticked says yes. */
export const bodyOf = ({ conversion_cycle, account_values, ...values }: ConversionValues): ConversionValues => ({
  ...values,
  conversion_cycle: values.conversion_moment === 'shipped' ? conversion_cycle : 1,
  account_values: Object.fromEntries(
    Object.entries(account_values as Record<string, string | boolean>).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value ? 'yes' : '',
    ]),
  ),
})

/** The values of a kind as a form holds them: every field has one, a secret is never shown, and a box is ticked each time. */
export const accountValuesOf = (kind: ConversionKindName, stored: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(CONVERSION_KINDS[kind].fields).map(([name, { choices, form }]) => [
      name,
      form === 'agree' ? '' : (stored[name] ?? (choices ? (Object.keys(choices)[0] ?? '') : '')),
    ]),
  )

/** The fields of all kinds; those that only some have follow from the kind. */
export function ConversionFields({
  kind,
  secret_names,
  groups,
}: {
  kind: ConversionKindName
  secret_names: readonly string[]
  /** 広告グループ. */
  groups: readonly string[]
}) {
  const moment = useWatch<ConversionValues, 'conversion_moment'>({ name: 'conversion_moment' })
  const { fields, contact, company } = CONVERSION_KINDS[kind]
  const isByServer = isToldByServer(kind)
  return (
    <>
      <TextField
        name="destination_name"
        label="名前"
        isRequired
        className="max-w-[480px]"
        hint="この画面での呼び名です。お客様には見えません。"
      />
      {isByServer && (
        <SelectField
          name="conversion_moment"
          label="成果とする時点"
          choices={choicesOf(CONVERSION_MOMENT_NAME)}
          className="max-w-[320px]"
          hint={
            moment === 'shipped'
              ? 'お届けが発送されたときに、1回だけ送ります。'
              : '審査中や入金待ちのあいだは送りません。定期便の2回目からのお届けと、再送・交換は送りません。'
          }
        />
      )}
      {moment === 'shipped' && (
        <NumberField
          name="conversion_cycle"
          label="成果とするお届け"
          unit="回目"
          hint="1回目は、定期便ではないご注文の発送も含みます。2回目からは、定期便のその回のお届けだけです。"
        />
      )}
      {/* The parameters of サーバー通知 name their amounts. */}
      {company !== null && (
        <SelectField
          name="conversion_value"
          label="知らせる金額"
          choices={choicesOf(CONVERSION_VALUE_NAME)}
          className="max-w-[320px]"
        />
      )}
      {Object.entries(fields).map(([name, field]) => (
        <AccountField key={name} name={name} field={field} isStored={secret_names.includes(name)} />
      ))}
      {company === null && <Placeholders names={isByServer ? null : FRAME_PLACEHOLDERS} />}
      <SelectField
        name="ad_group"
        label="広告グループ"
        choices={groups.map((value) => ({ value, label: value }))}
        empty="選ばない"
        className="max-w-[320px]"
        hint="広告コードの画面で付けたグループです。選ぶと、媒体が数えた成果と、知らせた数を並べて見られます。"
      />
      {isByServer && (
        <fieldset>
          <legend className="mb-1 font-medium text-xs">
            お客様の連絡先{contact === 'required' && <span className="ml-1 text-danger">どちらか必須</span>}
          </legend>
          <CheckField name="email_flag" label="メールアドレスを、元に戻せない形(ハッシュ)に変えて送る" />
          <CheckField
            name="phone_flag"
            label="電話番号を、元に戻せない形(ハッシュ)に変えて送る"
            hint="選ぶと、ご注文の確認画面の同意の文にも入ります。そのあとに同意されたご注文から送ります。"
          />
        </fieldset>
      )}
    </>
  )
}

interface AccountFieldProps {
  name: string
  field: (typeof CONVERSION_KINDS)[ConversionKindName]['fields'][string]
  isStored: boolean
}

function AccountField({ name, field, isStored }: AccountFieldProps) {
  const { label, hint, choices, form, is_secret, is_optional } = field
  const own = {
    name: `account_values.${name}` as const,
    label,
    hint: [isStored && '登録済みです。空欄なら、いまの値のままです。', hint].filter(Boolean).join(' '),
    isRequired: !is_optional && !isStored,
  }
  if (choices) return <SelectField {...own} choices={choicesOf(choices)} className="max-w-[320px]" />
  if (form === 'agree') return <CheckField name={own.name} label={label} hint={hint} className="max-w-[680px]" />
  if (form === 'parameters' || form === 'json' || form === 'tag' || form === 'hosts')
    return <TextAreaField {...own} spellCheck={false} rows={form === 'tag' ? 8 : 4} className="max-w-[680px]" />
  return (
    <>
      <TextField {...own} spellCheck={false} className="max-w-[680px]" {...(is_secret && { autoComplete: 'off' })} />
      {isStored && is_optional && <CheckField name={`removed.${name}`} label={`登録済みの「${label}」を消す`} />}
    </>
  )
}

/** What a parameter, or a tag, may contain. */
const Placeholders = ({ names }: { names: readonly (keyof typeof CONVERSION_PLACEHOLDERS)[] | null }) => (
  <details className="mb-4 text-xs">
    <summary className="text-link cursor-pointer">{names ? 'タグ' : 'パラメーター'}に使える項目</summary>
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {(names ?? listKeys(CONVERSION_PLACEHOLDERS)).map((name) => (
        <div key={name} className="contents">
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-muted">{CONVERSION_PLACEHOLDERS[name]}</dd>
        </div>
      ))}
      {names === null && <ClickPlaceholder />}
    </dl>
  </details>
)

const listKeys = <K extends string>(of: Record<K, string>) => Object.keys(of) as K[]

const ClickPlaceholder = () => (
  <>
    <dt>
      <code>{'{click.gclid}'}</code>
    </dt>
    <dd className="text-muted">
      広告のクリックID(click. の後ろに gclid、yclid、fbclid、ttclid
      など)。広告の項目を使うと、その値がないご注文は送りません。
    </dd>
  </>
)

/** Whether it is on, and whether what was sent was taken. */
export function ConversionStanding({ destination }: { destination: ConversionDestination }) {
  const { on_since, stuck, refused } = destination
  if (stuck > 0) return <State tone="stuck">{`受け付けられていません ${stuck}件`}</State>
  if (!on_since) return <State>止めています</State>
  if (refused > 0) return <State tone="attention">{`断られました ${refused}件`}</State>
  return <State tone="good">送っています</State>
}
