/** The shop of this page, and the client key that signs its calls. Nothing here is secret. */
export interface ClientIdentity {
  client_id: string
  client_key: string
  shop_id: number
  /** Base URL of pictures, with a slash at the end. */
  image_api: string
  /** The shop is closed, and only the members' own pages are accessible. */
  members_only: boolean
  /** The moment of an operator's プレビュー of the shop; null: now. */
  as_of: string | null
}

/** Further facts that only the server has while it renders. */
export interface RenderedClient extends ClientIdentity {
  /** LINE is set up for this shop. */
  has_line: boolean
  /** Amazon Pay is set up for this shop. */
  has_amazon: boolean
}

/** `data-*` attributes of the `html` element, because the browser needs them before any loader data exist. */
export const identityAttributes = ({
  client_id,
  client_key,
  shop_id,
  image_api,
  members_only,
  as_of,
}: ClientIdentity) => ({
  'data-client-id': client_id,
  'data-client-key': client_key,
  'data-shop-id': shop_id,
  'data-image-api': image_api,
  'data-members-only': members_only || undefined,
  'data-as-of': as_of,
})

/** Reads the identity back in the browser. */
export function clientIdentity(): ClientIdentity {
  const { clientId = '', clientKey = '', shopId = '2', imageApi = '', membersOnly } = document.documentElement.dataset
  const members_only = membersOnly !== undefined
  const as_of = previewMoment()
  return {
    client_id: clientId,
    client_key: clientKey,
    shop_id: Number(shopId),
    image_api: imageApi,
    members_only,
    as_of,
  }
}

/** The moment of the プレビュー that this page shows to an operator; null: now. */
export const previewMoment = (): string | null =>
  typeof document === 'undefined' ? null : (document.documentElement.dataset.asOf ?? null)
