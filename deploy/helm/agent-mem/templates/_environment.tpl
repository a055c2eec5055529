{{- /* A variable's value as it stands in the values: Kubernetes would replace $(NAME), and $$ by $. A number as JSON: as text a million would be 1e+06. */}}
{{- define "agent-mem.value" -}}
{{ ternary . (toJson .) (kindIs "string" .) | replace "$" "$$" | quote }}
{{- end }}

{{- /* A variable from a secret, unless there is none or it has no such key: (list variable secret key). */}}
{{- define "agent-mem.fromSecret" }}
{{- if and (index . 1) (index . 2) }}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef: { name: {{ index . 1 | quote }}, key: {{ index . 2 | quote }} }
{{- end }}
{{- end }}

{{- /* What every process needs to find the broker: (dict "root" $ "token" secret "tokenKey" key "oauth2" whether its tokens come by that). */}}
{{- define "agent-mem.busEnvironment" }}
{{- with .root.Values.bus }}
- { name: BUS_URL, value: {{ include "agent-mem.value" .url }} }
{{- if .adminUrl }}
- { name: PULSAR_ADMIN_URL, value: {{ include "agent-mem.value" .adminUrl }} }
{{- end }}
- { name: PULSAR_TENANT, value: {{ .tenant | quote }} }
{{- if .tls.existingSecret }}
{{- range $variable, $key := dict "PULSAR_TLS_CA_FILE" .tls.caKey "PULSAR_TLS_CERTIFICATE_FILE" .tls.certificateKey "PULSAR_TLS_KEY_FILE" .tls.privateKeyKey }}
{{- if $key }}
- { name: {{ $variable }}, value: /etc/agent-mem/pulsar-tls/{{ $key }} }
{{- end }}
{{- end }}
{{- end }}
{{- if and $.oauth2 .oauth2.issuerUrl }}
- { name: PULSAR_OAUTH2_ISSUER_URL, value: {{ include "agent-mem.value" .oauth2.issuerUrl }} }
- { name: PULSAR_OAUTH2_AUDIENCE, value: {{ include "agent-mem.value" .oauth2.audience }} }
- { name: PULSAR_OAUTH2_CREDENTIALS_FILE, value: /etc/agent-mem/pulsar-oauth2/{{ .oauth2.credentialsKey }} }
{{- end }}
{{- end }}
{{- include "agent-mem.fromSecret" (list "PULSAR_TOKEN" .token .tokenKey) }}
{{- if .root.Values.trust.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/agent-mem/trust/ca.crt }
{{- end }}
{{- if .root.Values.settings.existingConfigMap }}
- { name: CONFIG_FILE, value: /etc/agent-mem/settings/agent-mem.yaml }
{{- end }}
{{- end }}

{{- /* The prefix of a port's variables, by its name under stores. */}}
{{- define "agent-mem.storePrefix" -}}
{{ get (dict "graph" "GRAPH" "search" "SEARCH" "keyValue" "KEYVALUE" "details" "DETAILS") . }}
{{- end }}

{{- define "agent-mem.storeEnvironment" }}
{{- range $name, $store := .Values.stores }}
{{- $prefix := include "agent-mem.storePrefix" $name }}
- { name: {{ $prefix }}_URL, value: {{ include "agent-mem.value" $store.url }} }
{{- include "agent-mem.fromSecret" (list (print $prefix "_USER") $store.existingSecret $store.userKey) }}
{{- include "agent-mem.fromSecret" (list (print $prefix "_PASSWORD") $store.existingSecret $store.passwordKey) }}
{{- include "agent-mem.fromSecret" (list (print $prefix "_API_KEY") $store.existingSecret $store.apiKeyKey) }}
{{- if and $store.existingSecret $store.caKey }}
- { name: {{ $prefix }}_CA_FILE, value: /etc/agent-mem/{{ lower $prefix }}/ca.crt }
{{- end }}
{{- end }}
{{- end }}

{{- define "agent-mem.modelEnvironment" }}
{{- range $prefix, $model := dict "LLM" .Values.models.chat "EMBEDDINGS" .Values.models.embeddings }}
{{- if $model.url }}
- { name: {{ $prefix }}_URL, value: {{ include "agent-mem.value" $model.url }} }
{{- include "agent-mem.fromSecret" (list (print $prefix "_API_KEY") $model.existingSecret $model.apiKeyKey) }}
{{- end }}
{{- end }}
{{- end }}

{{- /* The names by which programs in the cluster, and those behind the Ingress, ask the gateway. */}}
{{- define "agent-mem.allowedHosts" -}}
{{- $service := printf "%s-gateway" (include "agent-mem.fullname" .) }}
{{- $inside := list $service (printf "%s.%s" $service .Release.Namespace) (printf "%s.%s.svc" $service .Release.Namespace) (printf "%s.%s.svc.cluster.local" $service .Release.Namespace) }}
{{- $outside := ternary .Values.gateway.ingress.hosts list .Values.gateway.ingress.enabled }}
{{- concat $inside $outside .Values.gateway.allowedHosts | join "," }}
{{- end }}

{{- /* Variables by their names: (list weakest … strongest). The last that has a name wins, also by false or 0. */}}
{{- define "agent-mem.variables" }}
{{- $variables := dict }}
{{- range . }}
{{- $variables = mergeOverwrite $variables (deepCopy .) }}
{{- end }}
{{- range $variable, $value := $variables }}
- { name: {{ $variable }}, value: {{ include "agent-mem.value" $value }} }
{{- end }}
{{- end }}

{{- /* All variables of a service: (dict "root" $ "name" name "own" its environment). */}}
{{- define "agent-mem.serviceEnvironment" }}
{{- $given := dict "AUDIT_LOG" "-" }}
{{- range $prefix, $model := dict "LLM" .root.Values.models.chat "EMBEDDINGS" .root.Values.models.embeddings }}
{{- if $model.url }}{{ $_ := set $given (print $prefix "_MODEL") $model.model }}{{ end }}
{{- end }}
{{- with .root.Values.bus }}
{{- include "agent-mem.busEnvironment" (dict "root" $.root "token" .existingSecret "tokenKey" .tokenKey "oauth2" true) }}
- { name: SCHEMAS, value: {{ .schemas }} }
{{- with .scopeTokens }}
{{- if .existingSecret }}
- { name: SCOPE_TOKEN_KEY_FILE, value: /etc/agent-mem/scope-tokens/{{ .privateKeyKey }} }
- { name: SCOPE_TOKEN_PUBLIC_KEYS_FILE, value: /etc/agent-mem/scope-tokens/{{ .publicKeysKey }} }
{{- end }}
{{- end }}
{{- end }}
- { name: AUTH, value: {{ .root.Values.auth.mode | quote }} }
{{- with .root.Values.tls }}
{{- if .existingSecret }}
- { name: TLS_CERTIFICATE_FILE, value: /etc/agent-mem/tls/{{ .certificateKey }} }
- { name: TLS_KEY_FILE, value: /etc/agent-mem/tls/{{ .privateKeyKey }} }
{{- end }}
{{- end }}
# Probes and Prometheus come from outside the pod; a NetworkPolicy says who else may.
- { name: ADMIN_HOST, value: 0.0.0.0 }
{{- include "agent-mem.storeEnvironment" .root }}
{{- include "agent-mem.modelEnvironment" .root }}
{{- if eq .name "gateway" }}
- { name: HTTP_ALLOWED_HOSTS, value: {{ include "agent-mem.allowedHosts" .root | quote }} }
{{- end }}
{{- with .root.Values.drain }}
- { name: DRAIN_SECONDS, value: {{ sub (sub .terminationGracePeriodSeconds .preStopSeconds) 5 | quote }} }
{{- end }}
{{- include "agent-mem.variables" (list $given .root.Values.environment .own) }}
{{- end }}

{{- /* The variables that the settings file refers to. */}}
{{- define "agent-mem.settingsSecret" }}
{{- with .Values.settings.existingSecret }}
envFrom: [{ secretRef: { name: {{ . | quote }} } }]
{{- end }}
{{- end }}
