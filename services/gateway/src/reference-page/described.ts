/** What the page reads of the OpenAPI document. */
export interface Described {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly summary: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DescribedSchema>> };
}

/** An operation. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: DescribedSchema; readonly example?: object } };
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: DescribedSchema }>> }>
  >;
}

/** A parameter; those by reference are headers, which every operation has. */
export interface DescribedParameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly description?: string;
  readonly schema?: DescribedSchema;
}

/** A JSON Schema. */
export interface DescribedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
  readonly additionalProperties?: boolean | DescribedSchema;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
}
