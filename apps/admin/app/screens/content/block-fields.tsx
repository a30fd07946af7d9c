import type { BlockField, RowsField, TextField as TextBlockField } from '@kushi/values/block/kind'
import { type BlockContent, type BlockPage, blockKindsOf, emptyBlock, findBlockKind } from '@kushi/values/block/kinds'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { MoveActions } from '../../ui/drag-order.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { PictureField } from '../../ui/picture-field.tsx'

const { TextField, TextAreaField, SelectField, CheckField } = formFor<BlocksFormValues>()

export type EditedBlock = BlockContent & { visible: boolean; image_url: string | null }

type ListName = 'items' | 'blocks'
/** Of any kind of block: the names of its fields come from the kind. */
type BlocksFormValues = Record<ListName, ({ visible: boolean } & Record<string, string>)[]>
type BlockPath = `${ListName}.${number}.${string}`

interface Category {
  slug: string
  category_name: string
}

interface BlockFieldsProps {
  /** The field of the form. */
  listName: ListName
  page: BlockPage
  maxCount: number
  categories: readonly Category[]
}

/** Blocks in their order, each with the fields of its kind, and buttons that add one. */
export function BlockFields({ listName, page, maxCount, categories }: BlockFieldsProps) {
  const { fields, append, remove, move } = useFieldArray<Record<ListName, EditedBlock[]>, ListName>({ name: listName })
  const blocks = useWatch<Record<ListName, EditedBlock[]>, ListName>({ name: listName })
  return (
    <>
      {fields.map(({ id }, n) => {
        const kind = findBlockKind(blocks[n]?.kind ?? '')
        if (!kind) return null
        const name = `${n + 1}. ${kind.name}`
        const { source } = kind
        return (
          <Section
            key={id}
            title={name}
            actions={<MoveActions name={name} n={n} count={fields.length} move={move} remove={remove} />}
          >
            <CheckField name={`${listName}.${n}.visible`} label="表示する" />
            {source && (
              <p className="mb-4 text-muted text-xs">
                <Link to={source.path} className="text-link">
                  {source.name}
                </Link>
                {source.shown}
              </p>
            )}
            <div className="grid gap-x-4 md:grid-cols-2">
              {Object.entries(kind.fields).map(([field, fieldTexts]) => (
                <OneField
                  key={field}
                  prefix={`${listName}.${n}.`}
                  name={field}
                  field={fieldTexts}
                  categories={categories}
                />
              ))}
            </div>
          </Section>
        )
      })}
      <div className="mb-6 flex flex-wrap gap-2">
        {blockKindsOf(page).map(({ kind, name }) => (
          <Button
            key={kind}
            disabled={fields.length >= maxCount}
            onClick={() => append({ ...emptyBlock(kind), visible: true, image_url: null })}
          >
            {name}を加える
          </Button>
        ))}
      </div>
    </>
  )
}

interface OneFieldProps {
  prefix: `${ListName}.${number}.`
  name: string
  field: BlockField
  categories: readonly Category[]
}

function OneField({ prefix, name, field, categories }: OneFieldProps) {
  const path = `${prefix}${name}` as const
  switch (field.input) {
    case 'picture':
      return (
        <div className="md:col-span-2">
          <PictureField<Record<ListName, { image_path: string }[]>> prefix={prefix} label={field.label} />
        </div>
      )
    case 'category':
      return (
        <SelectField
          name={path}
          label={field.label}
          className="md:col-span-2 md:max-w-80"
          empty="すべて"
          choices={categories.map(({ slug, category_name }) => ({ value: slug, label: category_name }))}
        />
      )
    case 'rows':
      return <RowsFieldOfBlock path={path} field={field} />
    default:
      // The picture's field asks for its words itself.
      return name === 'image_alt' ? null : <TextFieldOfBlock path={path} field={field} />
  }
}

function TextFieldOfBlock({
  path,
  field: { input, label, hint, most, is_needed },
}: {
  path: BlockPath
  field: TextBlockField
}) {
  const fieldProps = { name: path, label, maxLength: most, isRequired: is_needed === true, ...(hint && { hint }) }
  if (input === 'lines') return <TextAreaField {...fieldProps} rows={most > 100 ? 3 : 2} className="md:col-span-2" />
  return <TextField {...fieldProps} />
}

function RowsFieldOfBlock({ path, field: { label, one, most, of } }: { path: BlockPath; field: RowsField }) {
  const { fields, append, remove } = useFieldArray({ name: path })
  const empty = Object.fromEntries(Object.keys(of).map((name) => [name, '']))
  return (
    <fieldset className="mb-4 md:col-span-2">
      <legend className="mb-1 font-medium text-xs">{label}</legend>
      {fields.map(({ id }, n) => (
        <div key={id} className="grid grid-cols-[1fr_auto] gap-x-3 border-line border-b pt-2">
          <div className="grid gap-x-3 md:auto-cols-fr md:grid-flow-col">
            {Object.entries(of).map(([name, text]) => (
              <TextFieldOfBlock
                key={name}
                path={`${path}.${n}.${name}`}
                field={{ ...text, label: `${one}${n + 1}: ${text.label}` }}
              />
            ))}
          </div>
          <button
            type="button"
            className="tap self-start p-1.5"
            aria-label={`${one}${n + 1}を外す`}
            onClick={() => remove(n)}
          >
            <Icon name="close" className="size-3" />
          </button>
        </div>
      ))}
      {fields.length < most && (
        <div className="mt-2">
          <Button onClick={() => append(empty)}>{one}を追加する</Button>
        </div>
      )}
    </fieldset>
  )
}
