import type { WorryInput } from '@kushi/contract/admin/worry'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { MoveActions } from '../../ui/drag-order.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'

const { Form, TextField, TextAreaField, Beside } = formFor<Values>()

export const loader = async () => {
  const [setting, products] = await Promise.all([
    api('GET /admin/v1/setting/worries'),
    api('GET /admin/v1/products/names'),
  ])
  return { ...setting, products: products.items }
}

interface Values {
  items: WorryInput[]
}
type Product = { id: number; product_name: string }

const empty: WorryInput = { worry_name: '', slug: '', title: '', lead: '', product_ids: [] }

/** 悩み: ways into the list, each with its products. */
export function Component() {
  const { items, version, products } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('catalogue.write')
  return (
    <Page
      title="悩み"
      parent={{ to: '/products', name: '商品' }}
      lead="ショップのメニューと商品一覧に「悩みから探す」として、上から順に並びます。公開中の商品があるものだけが出ます。"
    >
      <Form
        checkedFor="claims"
        key={version}
        values={{ items }}
        submit={mayWrite ? '保存する' : null}
        done="悩みを保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/worries', { body: { ...values, version } })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Worries products={products} />
        </fieldset>
      </Form>
    </Page>
  )
}

function Worries({ products }: { products: readonly Product[] }) {
  const { fields, append, remove, move } = useFieldArray<Values, 'items'>({ name: 'items' })
  const items = useWatch<Values, 'items'>({ name: 'items' })
  return (
    <>
      {fields.length === 0 && (
        <Empty>まだ悩みがありません。「うねり・広がり」のように、お客様の言葉で加えてください。</Empty>
      )}
      {fields.map(({ id }, n) => {
        const name = `${n + 1}. ${items[n]?.worry_name || '新しい悩み'}`
        return (
          <Section
            key={id}
            title={name}
            actions={<MoveActions name={name} n={n} count={fields.length} move={move} remove={remove} />}
          >
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField
                name={`items.${n}.worry_name`}
                label="悩み"
                isRequired
                maxLength={20}
                hint="例: うねり・広がり"
              />
              <TextField name={`items.${n}.slug`} label="URL用の名前" isRequired maxLength={60} hint="例: frizz" />
            </div>
            <TextField
              name={`items.${n}.title`}
              label="一覧の見出し"
              isRequired
              maxLength={60}
              hint="例: うねりや広がりが気になる髪に"
            />
            <TextAreaField
              name={`items.${n}.lead`}
              label="一覧の紹介文"
              rows={2}
              maxLength={300}
              hint="化粧品では、発毛や治療のような効能をうたえません(薬機法)。"
            />
            <ProductsOfWorry name={`items.${n}.product_ids`} products={products} />
          </Section>
        )
      })}
      <div className="mb-6">
        <Button disabled={fields.length >= 20} onClick={() => append(empty)}>
          悩みを加える
        </Button>
      </div>
    </>
  )
}

/** The products of a worry in their order, and a select of the other products. */
function ProductsOfWorry({ name, products }: { name: `items.${number}.product_ids`; products: readonly Product[] }) {
  const { field } = useController<Values, typeof name>({ name })
  const ids = field.value
  const nameOf = (id: number) => products.find((one) => one.id === id)?.product_name ?? `商品 ${id}`
  const move = (from: number, to: number) => field.onChange(ids.with(from, ids[to]!).with(to, ids[from]!))
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-xs">商品(おすすめの順)</legend>
      {ids.length > 0 && (
        <ul className="mb-2 divide-y divide-line border-line border-y">
          {ids.map((id, n) => (
            <li key={id} className="flex items-center justify-between gap-4">
              {nameOf(id)}
              <MoveActions
                name={nameOf(id)}
                n={n}
                count={ids.length}
                move={move}
                remove={() => field.onChange(ids.toSpliced(n, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <select
        ref={field.ref}
        aria-label="商品を加える"
        className="control max-w-80"
        value=""
        disabled={ids.length >= 50}
        onChange={({ currentTarget }) => field.onChange([...ids, Number(currentTarget.value)])}
      >
        <option value="">商品を加える</option>
        {products
          .filter(({ id }) => !ids.includes(id))
          .map(({ id, product_name }) => (
            <option key={id} value={id}>
              {product_name}
            </option>
          ))}
      </select>
      <Beside name={name} />
    </fieldset>
  )
}
