import type { BlockField, TextField as TextBlockField } from '@kushi/values/block/kind'
import { BLOCK_KINDS, type BlockContent, type BlockKindName, blockKindOf, emptyBlock } from '@kushi/values/block/kinds'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { MoveActions } from '../../ui/drag-order.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/page.tsx'
import { PictureField } from '../../ui/picture-field.tsx'

export type EditedBlock = BlockContent & { visible: boolean; image_url: string | null }

interface Category {
  slug: string
  category_name: string
}

/** The fields `items`: blocks in their order, each with the fields of its kind, and buttons that add one. */
export function BlockFields({ categories }: { categories: readonly Category[] }) {
  const { fields, append, remove, move } = useFieldArray<{ items: EditedBlock[] }, 'items'>({ name: 'items' })
  const items = useWatch<{ items: EditedBlock[] }, 'items'>({ name: 'items' })
  return (
    <>
      {fields.map(({ id }, n) => {
        const kind = blockKindOf(items[n]?.kind ?? '')
        if (!kind) return null
        const name = `${n + 1}. ${kind.name}`
        const { source } = kind
        return (
          <Section
            key={id}
            title={name}
            actions={<MoveActions name={name} n={n} count={fields.length} move={move} remove={remove} />}
          >
            <CheckField name={`items.${n}.visible`} label="表示する" />
            {source && (
              <p className="mb-4 text-muted text-xs">
                <Link to={source.path} className="text-link">
                  {source.name}
                </Link>
                {source.shown}
              </p>
            )}
            <div className="grid gap-x-4 md:grid-cols-2">
              {Object.entries(kind.fields).map(([field, says]) => (
                <OneField key={field} prefix={`items.${n}.`} name={field} field={says} categories={categories} />
              ))}
            </div>
          </Section>
        )
      })}
      <div className="mb-6 flex flex-wrap gap-2">
        {BLOCK_KINDS.map(({ kind, name }: { kind: BlockKindName; name: string }) => (
          <Button
            key={kind}
            disabled={fields.length >= 20}
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
  prefix: string
  name: string
  field: BlockField
  categories: readonly Category[]
}

function OneField({ prefix, name, field, categories }: OneFieldProps) {
  const path = `${prefix}${name}`
  switch (field.input) {
    case 'picture':
      return (
        <div className="md:col-span-2">
          <PictureField prefix={prefix} label={field.label} />
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
      return null
    default:
      // The picture's field asks for its words itself.
      return name === 'image_alt' ? null : <Words path={path} field={field} />
  }
}

function Words({ path, field: { input, label, hint, most, is_needed } }: { path: string; field: TextBlockField }) {
  const shared = { name: path, label, maxLength: most, isRequired: is_needed === true, ...(hint && { hint }) }
  if (input === 'lines') return <TextAreaField {...shared} rows={most > 100 ? 3 : 2} className="md:col-span-2" />
  return <TextField {...shared} />
}
