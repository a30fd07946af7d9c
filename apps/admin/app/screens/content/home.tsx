import { HOME_BLOCK_NAME, type HomeBlockInput } from '@kushi/contract/admin/story'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { MoveActions } from '../../ui/drag-order.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { PictureField } from '../../ui/picture-field.tsx'

export const loader = async () => {
  const [home, categories] = await Promise.all([api('GET /admin/v1/setting/home'), api('GET /admin/v1/categories')])
  return { ...home, categories: categories.items }
}

type BlockKind = HomeBlockInput['kind']
interface Values {
  items: (HomeBlockInput & { image_url: string | null })[]
}

const kinds = Object.entries(HOME_BLOCK_NAME) as [BlockKind, string][]
const withPicture: readonly BlockKind[] = ['hero', 'story', 'offer', 'news', 'line']
const empty = {
  visible: true,
  title: '',
  text: '',
  image_path: null,
  image_url: null,
  image_alt: '',
  link_to: '',
  link_label: '',
  category: '',
}

/** トップページの構成: the blocks, their order and their content. */
export function Component() {
  const { items, version, categories } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('content.write')
  return (
    <Page
      title="トップページの構成"
      parent={{ to: '/content', name: '文章とページ' }}
      lead="上から順に並びます。保存すると、すぐにショップに反映されます。"
    >
      <Form<Values>
        reads="claims"
        key={version}
        values={{ items }}
        submit={mayWrite ? '保存する' : null}
        done="トップページを保存しました"
        save={async (values) => {
          await api('PUT /admin/v1/setting/home', {
            body: { items: values.items.map(({ image_url: _, ...item }) => item), version },
          })
          await revalidate()
        }}
      >
        <fieldset disabled={!mayWrite} className="contents">
          <Blocks categories={categories} />
        </fieldset>
      </Form>
    </Page>
  )
}

function Blocks({ categories }: { categories: readonly { slug: string; category_name: string }[] }) {
  const { fields, append, remove, move } = useFieldArray<Values, 'items'>({ name: 'items' })
  const items = useWatch<Values, 'items'>({ name: 'items' })
  return (
    <>
      {fields.length === 0 && <Empty>まだ何も並べていません。このままでは、お店の名前と商品が表示されます。</Empty>}
      {fields.map(({ id }, n) => {
        const kind = items[n]?.kind ?? 'story'
        const name = `${n + 1}. ${HOME_BLOCK_NAME[kind]}`
        return (
          <Section
            key={id}
            title={name}
            actions={<MoveActions name={name} n={n} count={fields.length} move={move} remove={remove} />}
          >
            <CheckField name={`items.${n}.visible`} label="表示する" />
            <TextAreaField name={`items.${n}.title`} label="見出し" rows={2} maxLength={60} />
            <TextAreaField
              name={`items.${n}.text`}
              label="文章"
              rows={3}
              maxLength={2_000}
              hint="空の行で段落が分かれます。"
            />
            {withPicture.includes(kind) && <PictureField prefix={`items.${n}.`} label="写真" />}
            {kind === 'voices' && (
              <p className="mb-4 text-muted text-xs">
                <Link to="/content/voices" className="text-link">
                  お客様の声
                </Link>
                の上から3件が出ます。表示中の声がないあいだは、この部品ごと出ません。
              </p>
            )}
            {kind === 'goods' && (
              <SelectField
                name={`items.${n}.category`}
                label="カテゴリ"
                className="max-w-80"
                empty="すべて"
                choices={categories.map(({ slug, category_name }) => ({ value: slug, label: category_name }))}
              />
            )}
            <div className="grid gap-x-4 md:grid-cols-2">
              <TextField
                name={`items.${n}.link_to`}
                label="リンク先"
                maxLength={300}
                hint="/products/detail/1 や https://… 。空けるとリンクは出ません。"
              />
              <TextField name={`items.${n}.link_label`} label="リンクの言葉" maxLength={40} />
            </div>
          </Section>
        )
      })}
      <div className="mb-6 flex flex-wrap gap-2">
        {kinds.map(([kind, label]) => (
          <Button key={kind} disabled={fields.length >= 20} onClick={() => append({ ...empty, kind })}>
            {label}を加える
          </Button>
        ))}
      </div>
    </>
  )
}
