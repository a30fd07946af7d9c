/** Returns the path of the picture of a content block. null: it has none. */
export const blockPicturePath = (block: object) => ('image_path' in block ? (block.image_path as string | null) : null)
