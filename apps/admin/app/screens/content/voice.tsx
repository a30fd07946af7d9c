import type { VoiceInput } from '@kushi/contract/admin/voice'
import { VOICE_DISCLOSURE_TEXT, VOICE_ORIGIN_NAME } from '@kushi/values/voice'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useMe } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page } from '../../ui/page.tsx'

const { Form, TextField, TextAreaField, SelectField, CheckField } = formFor<Values>()

export async function loader({ params: { id } }: LoaderFunctionArgs) {
  const [voice, products] = await Promise.all([
    id === undefined ? null : api('GET /admin/v1/voices/{id}', { params: { id } }),
    api('GET /admin/v1/products/names'),
  ])
  return { voice, products: products.items }
}

/** As the fields have it: not chosen yet and no date are ''. */
interface Values extends Omit<VoiceInput, 'origin' | 'consented_on'> {
  origin: VoiceInput['origin'] | ''
  consented_on: string
}

/** お客様の声: edits one, or creates a new one. */
export function Component() {
  const { voice } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { today } = useMe()
  const mayWrite = useMay('content.write')
  const remove = async () => {
    if (!voice || !confirm('この声を削除しますか? お客様の言葉は、操作履歴にも残りません。')) return
    await api('DELETE /admin/v1/voices/{id}', { params: { id: voice.id } })
    toast('声を削除しました')
    await navigate('/content/voices')
  }
  const values: Values = voice
    ? { ...voice, consented_on: voice.consented_on ?? '' }
    : {
        product_id: null,
        text: '',
        named_as: '',
        received_on: today,
        origin: '',
        consented_on: '',
        consent_note: '',
        visible: false,
      }
  return (
    <Page
      title={voice ? 'お客様の声を直す' : 'お客様の声を加える'}
      parent={{ to: '/content/voices', name: 'お客様の声' }}
      actions={
        voice &&
        mayWrite && (
          <Button look="danger" onClick={() => void remove()}>
            削除する
          </Button>
        )
      }
    >
      <Form
        checkedFor="claims"
        values={values}
        submit="保存する"
        permission="content.write"
        done="お客様の声を保存しました"
        save={async (typed) => {
          const { product_id, text, named_as, received_on, consent_note, visible } = typed
          const body = {
            product_id,
            text,
            named_as,
            received_on,
            consent_note,
            visible,
            // The server refuses '' beside the field.
            origin: typed.origin as VoiceInput['origin'],
            consented_on: typed.consented_on || null,
          }
          if (voice)
            await api('PUT /admin/v1/voices/{id}', {
              params: { id: voice.id },
              body: { ...body, version: voice.version },
            })
          else await api('POST /admin/v1/voices', { body })
          await navigate('/content/voices')
        }}
      >
        <Fields />
      </Form>
    </Page>
  )
}

function Fields() {
  const { voice, products } = useLoaderData<typeof loader>()
  const choices = products.map(({ id, product_name }) => ({ value: id, label: product_name }))
  const of = voice?.product_id ?? null
  const isListed = of === null || products.some(({ id }) => id === of)
  const isDemo = voice?.origin === 'demo'
  return (
    <div className="max-w-[800px]">
      <SelectField
        name="product_id"
        label="商品"
        isNumber
        empty="お店全体"
        choices={isListed ? choices : [...choices, { value: of, label: `商品 ${of}` }]}
        className="max-w-[480px]"
      />
      <TextAreaField
        name="text"
        label="声"
        isRequired
        rows={5}
        maxLength={400}
        hint="いただいたままの言葉で、400文字まで。効能・効果をうたう声は載せられません(薬機法: 化粧品の効能の範囲)。"
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          name="named_as"
          label="お名前の出し方"
          isRequired
          maxLength={40}
          hint="ご本人が承諾された形で。例: 40代・くせ毛"
        />
        <TextField name="received_on" label="いただいた日" type="date" isRequired hint="ショップには年と月が出ます。" />
      </div>
      <SelectField
        name="origin"
        label="いただいた経緯"
        isRequired
        {...(!voice && { empty: '選んでください' })}
        choices={choicesOf(VOICE_ORIGIN_NAME).filter(({ value }) => (value === 'demo') === isDemo)}
        className="max-w-[480px]"
        hint={
          isDemo
            ? `ショップに「${VOICE_DISCLOSURE_TEXT.demo}」と必ず表示されます。`
            : '商品や謝礼を渡した声には、その旨と「PR」が必ず表示されます(景品表示法: ステルスマーケティングの規制)。'
        }
      />
      {!isDemo && (
        <div className="grid gap-x-4 md:grid-cols-2">
          <TextField
            name="consented_on"
            label="ご本人の承諾をいただいた日"
            type="date"
            hint="空欄のあいだは、ショップに表示できません。"
          />
          <TextField
            name="consent_note"
            label="承諾の控え"
            maxLength={200}
            hint="例: 10月のアンケートの承諾欄。お名前や連絡先は書かないでください。"
          />
        </div>
      )}
      <CheckField name="visible" label="ショップに表示する" />
    </div>
  )
}
