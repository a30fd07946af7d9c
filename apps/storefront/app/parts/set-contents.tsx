import { setContentsText } from '@kushi/values/product-set'

/** セットの内容; nothing for what is no set. */
export const SetContents = ({ parts }: { parts: readonly { name: string; pieces: number }[] | undefined }) =>
  parts?.length ? <p className="text-sm text-muted">セットの内容: {setContentsText(parts)}</p> : null
