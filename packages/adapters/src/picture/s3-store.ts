import type { PictureStore } from '@kushi/shop/ports/picture-port'

export interface S3Settings {
  bucket: string
  region: string
  /** The address of an S3-compatible service; null: Amazon S3. */
  endpoint: string | null
}

/** The content under a picture's name never changes. */
const CacheControl = 'public, max-age=31536000, immutable'

/** Pictures in a bucket. The SDK finds the credentials itself: `AWS_ACCESS_KEY_ID` etc., or the machine's role. */
export function s3Store({ bucket, region, endpoint }: S3Settings): PictureStore {
  // Loaded on demand, because the library is large and only this store needs it.
  const sdk = import('@aws-sdk/client-s3')
  sdk.catch(() => undefined)
  const client = sdk.then(
    ({ S3Client }) => new S3Client({ region, ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }) }),
  )
  client.catch(() => undefined)
  const Bucket = bucket
  return {
    async put(Key, { content: Body, type: ContentType }) {
      const { PutObjectCommand } = await sdk
      await (await client).send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }))
    },
    async get(Key) {
      const { GetObjectCommand, NoSuchKey } = await sdk
      try {
        const { Body } = await (await client).send(new GetObjectCommand({ Bucket, Key }))
        return Body ? new Uint8Array(await Body.transformToByteArray()) : null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(Key) {
      const { DeleteObjectCommand } = await sdk
      await (await client).send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
}
