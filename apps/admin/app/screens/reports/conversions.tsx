import type { AdminContract } from '@kushi/contract/admin/contract'
import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import type { CallArguments } from '@kushi/contract/client'
import { CLICK_ID_DAYS, CLICK_ID_MEDIA, CLICK_ID_NAMES, CONVERSION_TRIGGER_NAME } from '@kushi/values/click-id'
import { download } from '../../download.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'

const { Form, TextField, SelectField } = formFor<ConversionFormValues>()

type ConversionFormValues = CallArguments<AdminContract['POST /admin/v1/ad-conversions/export']>['body']

const media = CLICK_ID_NAMES.map((value) => ({
  value,
  label: `${CLICK_ID_MEDIA[value].medium}(${value})`,
}))
const counts = choicesOf(CONVERSION_TRIGGER_NAME)
const encodings = choicesOf(CSV_ENCODING_NAME)

/** コンバージョンのCSV for a medium, of the days of the report unless others are chosen. */
export function Conversions({ from, to }: { from: string; to: string }) {
  return (
    <Section
      title="広告媒体に成果を知らせる"
      lead={`クリックIDのある注文を、媒体に取り込むCSVにします。お名前や連絡先は入りません。店舗の設定で「広告のクリックIDを注文に残す」をオンにしたあとの注文が対象で、クリックIDは${CLICK_ID_DAYS}日で消えます。`}
    >
      <Form
        key={`${from} ${to}`}
        values={{
          click_id: 'gclid',
          from,
          to,
          counted: 'shipped',
          conversion_name: '',
          encoding: 'utf-8' as CsvEncoding,
        }}
        submit="コンバージョンのCSVを出力する"
        look="plain"
        save={(body) => download('POST /admin/v1/ad-conversions/export', body)}
      >
        <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField name="click_id" label="媒体" choices={media} />
          <TextField name="from" label="注文日の始まり" type="date" isRequired />
          <TextField name="to" label="注文日の終わり" type="date" isRequired />
          <SelectField name="counted" label="数える注文" choices={counts} />
          <TextField
            name="conversion_name"
            label="コンバージョン名"
            isRequired
            hint="媒体で作ったコンバージョンと同じ名前にします。"
          />
          <SelectField name="encoding" label="文字コード" choices={encodings} />
        </div>
      </Form>
    </Section>
  )
}
